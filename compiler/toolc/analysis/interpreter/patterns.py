"""`match`: the first case whose pattern fits and whose guard holds; where that is undecided, each that may."""

from collections.abc import Iterable

from toolc import code
from toolc.analysis.branches import Running, fork
from toolc.analysis.doubts import Doubt
from toolc.analysis.frame import Frame
from toolc.analysis.interpreter import supposing
from toolc.analysis.interpreter.loops import nothing
from toolc.analysis.protocol import Machine
from toolc.analysis.values import MISSING, Class, Dict, Instance, Maybe, Symbol, Unknown, Value
from toolc.module import Const

Verdict = bool | Doubt


def run_match(vm: Machine, statement: code.Match, frame: Frame) -> Running:
    subject = vm.evaluate(statement.subject, frame)
    return (yield from _cases(vm, statement, subject, 0, frame))


def _cases(vm: Machine, statement: code.Match, subject: Value, start: int, frame: Frame) -> Running:
    for index in range(start, len(statement.cases)):
        case = statement.cases[index]
        verdict = matches(vm, case.pattern, subject, frame)
        if verdict is not False and case.guard is not None:
            guarded = vm.truth(vm.evaluate(case.guard, frame))
            verdict = guarded if verdict is True or guarded is False else verdict
        if verdict is True and not (inputs := vm.inputs_of(subject)):
            return (yield from vm.run_suite(case.body, frame))
        if verdict is True:
            otherwise = supposing.nothing()
            for other in statement.cases:
                if other is not case:
                    otherwise = otherwise.then(supposing.suppose(vm, other.body, frame, inputs))
            vm.decided_by = inputs
            return (yield from supposing.unless_it_raises(vm, case.body, None, frame, otherwise, inputs))
        if verdict is not False:
            body = case.body
            later = index + 1
            guard = vm.guard(verdict, statement.subject, frame)
            ways = [
                lambda body=body: vm.run_suite(body, frame),
                lambda later=later: _cases(vm, statement, subject, later, frame),
            ]
            return (yield from fork(vm, guard, ways))
    return (yield from nothing())


def matches(vm: Machine, pattern: code.Pattern, subject: Value, frame: Frame) -> Verdict:
    """Match a pattern against a value, bind its captures, and return the verdict."""
    match pattern:
        case code.MatchAs(inner, name):
            verdict = True if inner is None else matches(vm, inner, subject, frame)
            if name is not None and verdict is not False:
                vm.bind_name(name, subject, frame.scope)
            return verdict
        case code.MatchValue(Const(kind="bool" | "none") as value):  # compared by identity
            return vm.truth(vm.compare("is", subject, vm.evaluate(value, frame)))
        case code.MatchValue(value):
            return vm.truth(vm.compare("==", subject, vm.evaluate(value, frame)))
        case code.MatchOr(patterns):
            return _decide(True, (matches(vm, one, subject, frame) for one in patterns))
        case code.MatchSequence(patterns):
            return _sequence(vm, patterns, subject, frame)
        case code.MatchMapping():
            return _mapping(vm, pattern, subject, frame)
        case code.MatchClass():
            return _class(vm, pattern, subject, frame)
        case _:
            return vm.doubt("TC205", "a pattern is not followed")


def _decide(decisive: bool, verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict of several: `decisive` where one is, its opposite where all are, else why it is not known."""
    undecided: Verdict = not decisive
    for one in verdicts:
        if one is decisive:
            return decisive
        if one is not (not decisive):
            undecided = one
    return undecided


def _sequence(vm: Machine, patterns: tuple[code.Pattern, ...], subject: Value, frame: Frame) -> Verdict:
    verdict = _is_of(vm, subject, "Sequence")
    if verdict is not True:
        _bind_unknown(vm, patterns, frame)
        return verdict
    elements = vm.elements(subject.native if isinstance(getattr(subject, "native", None), tuple) else subject)
    if isinstance(elements, Unknown) or any(isinstance(one, Maybe) for one in elements):
        _bind_unknown(vm, patterns, frame)
        return vm.doubt("TC205", "what is matched is not known")
    star = next((index for index, one in enumerate(patterns) if isinstance(one, code.MatchStar)), None)
    if star is None:
        if len(elements) != len(patterns):
            return False
        return _decide(False, (matches(vm, one, value, frame) for one, value in zip(patterns, elements, strict=True)))
    behind = len(patterns) - star - 1
    if len(elements) < star + behind:
        return False
    middle = elements[star : len(elements) - behind]
    named = patterns[star]
    if isinstance(named, code.MatchStar) and named.name is not None:
        vm.bind_name(named.name, vm.new_list(middle), frame.scope)
    fixed = [*patterns[:star], *patterns[star + 1 :]]
    values = [*elements[:star], *elements[len(elements) - behind :]]
    return _decide(False, (matches(vm, one, value, frame) for one, value in zip(fixed, values, strict=True)))


def _is_of(vm: Machine, subject: Value, kind: str) -> Verdict:
    """Decide whether a pattern of sequences, or of mappings, may match: those are what `collections.abc` says, but texts."""
    if isinstance(subject, (str, bytes)):
        return False
    if not isinstance(subject, Instance):
        return vm.is_instance(subject, Symbol(f"collections.abc.{kind}"))
    if isinstance(subject.native, tuple):
        return kind == "Sequence"
    if vm.written.base(f"collections.abc.{kind}") in subject.cls.mro:
        return True
    return False if subject.cls.traits & {"enum", "model"} else vm.is_instance(subject, Symbol(f"collections.abc.{kind}"))


def _bind_unknown(vm: Machine, patterns: tuple[code.Pattern, ...], frame: Frame) -> None:
    unknown = Unknown(vm.doubt("TC205", "what is matched is not known"))
    for one in patterns:
        if isinstance(one, (code.MatchAs, code.MatchStar)) and one.name is not None:
            vm.bind_name(one.name, unknown, frame.scope)


def _mapping(vm: Machine, pattern: code.MatchMapping, subject: Value, frame: Frame) -> Verdict:
    verdict = _is_of(vm, subject, "Mapping")
    if verdict is False:
        return False
    if isinstance(subject, Instance) and verdict is True:
        mapping, subject = subject, Dict({})
        vm.update_dict(subject, mapping)
    if not isinstance(subject, Dict) or subject.taint is not None:
        _bind_unknown(vm, pattern.patterns, frame)
        return vm.doubt("TC205", "what is matched is not known")
    keys = [vm.evaluate(key, frame) for key in pattern.keys]
    found = [vm.lookup_key(subject, key) for key in keys]
    if any(one is MISSING for one in found):
        return False
    verdict = _decide(
        False,
        (
            matches(vm, one, value.value if isinstance(value, Maybe) else value, frame)
            for one, value in zip(pattern.patterns, found, strict=True)
        ),
    )
    if pattern.rest is not None:
        rest = Dict({key: value for key, value in subject.items.items() if key not in keys})
        vm.bind_name(pattern.rest, rest, frame.scope)
    if verdict is True and any(isinstance(one, Maybe) for one in found):
        return vm.doubt("TC205", "whether a key is there is not known")
    return verdict


def _class(vm: Machine, pattern: code.MatchClass, subject: Value, frame: Frame) -> Verdict:
    cls = vm.evaluate(pattern.cls, frame)
    verdict = vm.is_instance(subject, cls)
    if verdict is False:
        return False
    verdicts: list[Verdict] = [verdict]
    names = list(pattern.attributes)
    if pattern.patterns:
        own = cls.find("__match_args__") if isinstance(cls, Class) else MISSING
        if isinstance(own, tuple):
            names = [*own[: len(pattern.patterns)], *names]
        elif isinstance(cls, Class) and cls.library.startswith("builtins.") and len(pattern.patterns) == 1:
            verdicts.append(matches(vm, pattern.patterns[0], subject, frame))
            return _decide(False, verdicts)
        else:
            return vm.doubt("TC205", "a pattern is not followed")
    for name, one in zip(names, (*pattern.patterns, *pattern.keywords), strict=False):
        value = vm.attribute(subject, name, MISSING)
        if value is MISSING:
            return False
        verdicts.append(matches(vm, one, value, frame))
    return _decide(False, verdicts)
