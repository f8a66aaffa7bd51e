"""Comments to toolc that are of no use: takes codes out of them that nothing was found of, and the comment with the last."""

from collections.abc import Sequence

import libcst as cst
from libcst.metadata import PositionProvider

from toolc.suppressions import Suppression


class Comments(cst.CSTTransformer):
    """Visits a module. `mended`: what was taken out."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, idle: Sequence[tuple[Suppression, str]]) -> None:
        super().__init__()
        self._idle: dict[tuple[int, int], list[tuple[Suppression, str]]] = {}
        for pair in idle:
            self._idle.setdefault((pair[0].span.line, pair[0].span.column), []).append(pair)
        self.mended: list[tuple[Suppression, str]] = []

    def leave_TrailingWhitespace(  # noqa: N802 - LibCST's name
        self, original_node: cst.TrailingWhitespace, updated_node: cst.TrailingWhitespace
    ) -> cst.TrailingWhitespace:
        """A comment behind code."""
        comment = self._remaining_comment(original_node.comment)
        if comment is original_node.comment:
            return updated_node
        space = updated_node.whitespace if comment else cst.SimpleWhitespace("")
        return updated_node.with_changes(whitespace=space, comment=comment)

    def leave_EmptyLine(  # noqa: N802 - LibCST's name
        self, original_node: cst.EmptyLine, updated_node: cst.EmptyLine
    ) -> "cst.EmptyLine | cst.RemovalSentinel":
        """A comment on a line of its own."""
        comment = self._remaining_comment(original_node.comment)
        if comment is original_node.comment:
            return updated_node
        return updated_node.with_changes(comment=comment) if comment else cst.RemoveFromParent()

    def _remaining_comment(self, comment: cst.Comment | None) -> cst.Comment | None:
        if comment is None:
            return None
        start = self.get_metadata(PositionProvider, comment).start
        pairs = self._idle.get((start.line, start.column + 1))
        if not pairs:
            return comment
        self.mended += pairs
        remark = pairs[0][0]
        codes = [code for code in remark.codes if code not in {word for _, word in pairs}]
        reason = f" {remark.reason}" if remark.reason else ""
        return cst.Comment(f"# toolc: ignore[{', '.join(codes)}]{reason}") if codes else None
