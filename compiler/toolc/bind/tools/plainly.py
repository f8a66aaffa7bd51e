"""A place of the program as it is reached where nobody gives it environment variables and options of the command line.

Takes scopes as the walk found them, gives them with the calls around them followed anew: what they were handed is asked of the
plain program.
"""

from msgspec import structs

from toolc.bind.linker import Linker
from toolc.bind.options import commanded
from toolc.bind.values.passing import passed
from toolc.module import Func
from toolc.program import Attribute, Called, Definition, Entries, Frame, Items, Received, Scope, Value


class Plainly:
    """The scopes of one program."""

    def __init__(self, linker: Linker) -> None:
        self._plain = linker.plain
        self._kept: dict[int, tuple[Frame, Frame | None]] = {}  # with the frame asked for, which must not be freed

    def scope(self, scope: Scope) -> Scope:
        return Scope(scope.module, tuple(map(self._definition, scope.within)), scope.at, scope.loops)

    def _definition(self, definition: Definition) -> Definition:
        around = self.scope(definition.scope) if definition.scope.within else definition.scope
        frame = definition.frame
        frame = self._commanded(definition, None) if frame is None else self._frame(definition, frame, around)
        return structs.replace(definition, scope=around, frame=frame)

    def _commanded(self, definition: Definition, given: Frame | None) -> Frame | None:
        """What a command is given whose options nobody gives; by its name in the program it is called without any."""
        params = definition.stmt.params if isinstance(definition.stmt, Func) and definition.stmt.decorators else ()
        handed = {} if given is None else given.values
        told = {one.name: commanded(definition, one.name, self._plain) for one in params if one.name not in handed}
        values = {name: value for name, value in told.items() if value is not None}
        return structs.replace(given or Frame({}), values={**values, **handed}) if values else given

    def _frame(self, definition: Definition, frame: Frame, around: Scope) -> Frame | None:
        if id(frame) not in self._kept:
            self._kept[id(frame)] = frame, frame  # while it is made
            self._kept[id(frame)] = frame, self._made(definition, frame, around)
        return self._kept[id(frame)][1]

    def _made(self, definition: Definition, frame: Frame, around: Scope) -> Frame | None:
        if frame.call is None:
            return structs.replace(frame, values={name: self._value(value) for name, value in frame.values.items()})
        scope, called = self.scope(frame.call.scope), frame.call.callee
        before = called.frame if isinstance(called, Definition) else None
        bound = structs.replace(
            definition, scope=around, frame=None if before is None else self._made(definition, before, around)
        )
        entered = self._plain.enter(bound, passed(frame.call.args, scope, self._plain), scope, "plainly", id(frame))
        return frame if entered is None else self._commanded(definition, entered.frame)

    def _value(self, value: Value) -> Value:
        match value:
            case Called(callee, _, scope):
                return structs.replace(value, callee=self._value(callee), scope=self.scope(scope))
            case Definition():
                return self._definition(value)
            case Attribute(owner):
                return structs.replace(value, owner=self._value(owner))
            case Items(kind, inside):
                return Items(kind, tuple(map(self._value, inside)))
            case Entries(inside):
                return Entries(tuple((key, self._value(one)) for key, one in inside))
            case Received(function, name):
                told = commanded(function, name, self._plain)
                return value if told is None else told
            case _:
                return value
