"""How much memory this process has had at most, for tests that run a program of their own to find out."""

import resource
import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> int:
    """Megabytes. On Linux from the kernel's status: to getrusage a child has had all that its parent had."""
    if STATUS.exists():
        line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) // 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1024 * 1024 if sys.platform == "darwin" else 1024)
