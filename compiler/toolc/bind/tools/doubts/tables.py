"""What functions, methods and attributes do to objects, by their last name: the tables of `doubts`."""

MUTATORS = frozenset(
    "append extend insert remove pop popitem clear update setdefault add discard sort reverse appendleft popleft"
    " extendleft rotate difference_update intersection_update symmetric_difference_update put push set move_to_end"
    " subtract __setitem__ __delitem__ __iadd__ __ior__ __imul__ __isub__ __iand__ __ixor__ __init__ __setattr__"
    " __delattr__ __setstate__".split()
)
"""Methods that change their object."""

SCHEMAS = frozenset("parameters inputSchema input_schema outputSchema output_schema fn_metadata".split())
"""Attributes of tools that hold what can be changed."""

FACTS = frozenset(
    "__doc__ __name__ __signature__ __annotations__ __defaults__ __kwdefaults__ __wrapped__ __code__ __dict__"
    " __class__ __bases__ __closure__ cell_contents __qualname__".split()
)
"""What inspection reads off functions and classes, or decides what they do."""

MACHINERY = frozenset(
    "exec eval _getframe currentframe setprofile settrace reload _run_exitfuncs f_globals f_locals __closure__"
    " __subclasses__".split()
)
"""What may change any variable of a program."""

SPACES = frozenset("globals locals vars modules builtins __builtins__".split())
"""Names through which variables are reached by their names in a text."""

MAKERS = frozenset("copy deepcopy sorted field ChainMap fromkeys model_json_schema json_schema model_dump loads".split())
"""Functions that give a new object which can be changed, or hold one."""

INNER = frozenset("__defaults__ __kwdefaults__ __closure__ __globals__".split())
"""Attributes of functions behind which their variables lie."""

LAZY = frozenset("iter map filter zip enumerate reversed chain islice cycle tee groupby accumulate starmap".split())
"""Functions that give iterators, which are empty once they were gone through."""

CONTAINERS = frozenset("list dict set deque OrderedDict defaultdict".split())
"""Classes of objects that hold others and can be changed."""

COPIES = frozenset("list tuple set frozenset dict sorted reversed copy deepcopy values".split())
"""Functions that give a new container of the same elements."""

SCALARS = frozenset(
    "len str repr bool int float isinstance issubclass callable id hash sum any all print format dumps join lower"
    " upper strip startswith endswith split replace hasattr index count title getdoc isEnabledFor ascii range".split()
)
"""Functions that give nothing of what they are given."""

READERS = frozenset(
    "max min enumerate zip map filter iter next type getattr pprint pformat dump chain from_iterable islice Counter"
    " MappingProxyType itemgetter attrgetter getsizeof debug info warning error exception critical log choice"
    " choices sample get items keys signature reduce get_type_hints getmembers getsource unwrap wraps partial cast"
    " TypeVar NewType isfunction field property staticmethod classmethod super nullcontext suppress isclass ismethod"
    " product combinations permutations zip_longest accumulate repeat count starmap groupby tee cycle vars dir run"
    " ref proxy register".split()
)
"""Functions that change nothing of what they are given."""

WRITING = frozenset(
    "setitem delitem iadd ior imul isub iconcat heappush heappop heapify heappushpop heapreplace insort insort_left"
    " insort_right shuffle readinto pack_into merge_into".split()
)
"""Functions of libraries that change what they are given."""

READING_MAKERS = frozenset("itemgetter partial wraps lru_cache tool".split())
"""Calls that give functions which change nothing of what they are given."""

HARMLESS = COPIES | SCALARS | READERS
