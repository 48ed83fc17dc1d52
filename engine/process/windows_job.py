"""A program in a Windows job object: its children are in the job as well, and end with it."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Sequence

from boche.engine.process.process_tree import CODE_SECONDS, END_SECONDS

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
    _KILL_ON_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
    _ASSIGNING = 0x0101  # PROCESS_SET_QUOTA and PROCESS_TERMINATE, which a job needs

    class _Basic(ctypes.Structure):
        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class _Extended(ctypes.Structure):
        _fields_ = (
            ("Basic", _Basic),
            ("IoCounters", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.CreateJobObjectW.argtypes = (wintypes.LPVOID, wintypes.LPCWSTR)
    _kernel.CreateJobObjectW.restype = wintypes.HANDLE
    _kernel.SetInformationJobObject.argtypes = (
        wintypes.HANDLE, ctypes.c_int, wintypes.LPVOID, wintypes.DWORD,
    )  # fmt: skip
    _kernel.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
    _kernel.OpenProcess.restype = wintypes.HANDLE
    _kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
    _kernel.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
    _kernel.CloseHandle.argtypes = (wintypes.HANDLE,)

    class Job:
        """A job with the program's descendants, except those started before it was assigned.

        Windows also ends the job when we are killed, since its last handle is then closed.
        """

        def __init__(self, words: Sequence[str]) -> None:
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._job = _kernel.CreateJobObjectW(None, None)
            limits = _Extended()
            limits.Basic.LimitFlags = _KILL_ON_CLOSE
            _kernel.SetInformationJobObject(
                self._job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
            )
            # Popen holds the process, so that its number stays its own.
            handle = _kernel.OpenProcess(_ASSIGNING, False, self.process.pid)
            if handle is not None:
                _kernel.AssignProcessToJobObject(self._job, handle)
                _kernel.CloseHandle(handle)

        def exit_code(self) -> int | None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return self.process.wait(timeout=CODE_SECONDS)
            return None

        def end(self) -> None:
            if self._job is not None:
                _kernel.TerminateJobObject(self._job, 1)
                _kernel.CloseHandle(self._job)
                self._job = None
            with contextlib.suppress(OSError):
                self.process.kill()  # in case it could not be assigned to the job
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=END_SECONDS)
