"""Walls around this process, as far as the kernel has them: no new privileges, Landlock, seccomp. Only Linux has any.

Takes nothing, gives the `Hello` that says which stand; none is ever taken down again. What is not there is not an error.
"""

import ctypes
import platform
import struct

from toolc.workers.messages import Hello

_NO_NEW_PRIVS, _SET_SECCOMP, _FILTER = 38, 22, 2  # <linux/prctl.h>
_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # the same on all architectures
_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}  # of files, by version; later ones have those of 5
_ALLOW, _DENY = 0x7FFF0000, 0x00050001  # SECCOMP_RET_ALLOW; SECCOMP_RET_ERRNO with EPERM
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06  # BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_RET|K

# read write close fstat lseek mmap mprotect munmap brk rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack madvise mremap
# sched_yield nanosleep clock_nanosleep clock_gettime getpid gettid getrusage times futex sched_getaffinity exit exit_group
# set_robust_list getrandom membarrier rseq restart_syscall; and prlimit64 of oneself.
_CALLS = {
    "x86_64": (
        0xC000003E,
        302,
        (0, 1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 131, 28, 25, 24, 35, 230, 228, 39, 186, 98, 100, 202, 204, 60, 231, 273, 318,
         324, 334, 219),
    ),
    "aarch64": (
        0xC00000B7,
        261,
        (63, 64, 57, 80, 62, 222, 226, 215, 214, 134, 135, 139, 132, 233, 216, 124, 101, 115, 113, 172, 178, 165, 153, 98, 123,
         93, 94, 99, 278, 283, 293, 128),
    ),
}  # fmt: skip


def shut() -> Hello:
    """Puts up what there is."""
    if platform.system() != "Linux":
        return Hello()
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        privileges = libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        return Hello(privileges, _landlock(libc) if privileges else 0, privileges and _seccomp(libc))
    except (OSError, AttributeError):
        return Hello()


def _landlock(libc: ctypes.CDLL) -> int:
    """Shuts off all files, and TCP where the kernel can; gives the version, 0 when there is none."""
    version: int = libc.syscall(_CREATE_RULESET, None, 0, 1)
    if version < 1:
        return 0
    attributes = [_RIGHTS[min(version, 5)], 3 if version >= 4 else 0, 3 if version >= 6 else 0]  # files, network, scopes
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = ctypes.create_string_buffer(struct.pack("<3Q", *attributes)[:size], size)
    handle = libc.syscall(_CREATE_RULESET, rules, size, 0)
    if handle < 0:
        return 0
    return version if libc.syscall(_RESTRICT_SELF, handle, 0) == 0 else 0


def _seccomp(libc: ctypes.CDLL) -> bool:
    """Lets through what reading takes, and fails every other system call."""
    found = _CALLS.get(platform.machine())
    if found is None:
        return False
    program = _program(*found)
    code = ctypes.create_string_buffer(program, len(program))
    head = ctypes.create_string_buffer(struct.pack("@HP", len(program) // 8, ctypes.addressof(code)))
    return bool(libc.prctl(_SET_SECCOMP, _FILTER, head, 0, 0) == 0)


def _program(architecture: int, limits: int, calls: tuple[int, ...]) -> bytes:
    """The filter in BPF: the architecture, the number of the call, and of `prlimit64` the process, which must be oneself."""
    last = len(calls) + 6  # where the denial stands; the permission is behind it
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 0, last - 2, architecture), (_LOAD, 0, 0, 0)]
    lines += [(_EQUAL, last - len(lines) - index, 0, call) for index, call in enumerate(calls)]
    lines += [(_EQUAL, 0, last - len(lines) - 1, limits), (_LOAD, 0, 0, 16), (_EQUAL, 1, 0, 0)]
    lines += [(_RETURN, 0, 0, _DENY), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("<HBBI", *line) for line in lines)
