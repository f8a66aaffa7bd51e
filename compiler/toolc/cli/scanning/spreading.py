"""Executors of a scan: processes of this machine, or those of a Dask cluster.

Takes items, gives each with its line, in the order in which they are done. What a worker of a cluster had not yet handed over
when it was lost is done by another one, so that each item has one line.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from toolc import __version__
from toolc.cli.scanning.examining import Examiner, examine
from toolc.cli.scanning.items import Item
from toolc.cli.scanning.records import Settings, add_timings, failed_line, head
from toolc.interfaces import Unavailable

Done = Iterator[tuple[Item, str]]
_SECONDS = 30  # for a scheduler to answer in


def examine_locally(items: Sequence[Item], settings: Settings, limit: float, jobs: int) -> Done:
    """Examine items on this machine. `jobs`: how many at a time."""
    from concurrent.futures import ThreadPoolExecutor, as_completed  # of `toolc scan` alone

    examiner = Examiner(settings, limit)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        futures = {pool.submit(examiner.examine, item): item for item in items}
        try:
            for future in as_completed(futures):
                yield futures.pop(future), future.result()
        finally:
            for future in futures:
                future.cancel()
            examiner.close()


def examined_by_cluster(items: Sequence[Item], settings: Settings, limit: float, address: str) -> Done:
    """Examine items on the machines of a Dask cluster, which read them at the same paths. Raises `Unavailable`."""
    client: Any = _client(address)
    from distributed import as_completed
    from distributed.client import FutureCancelledError

    try:
        futures = {
            client.submit(examine, item, settings, limit, __version__, key=f"toolc-{number}-{item.name}", pure=False): item
            for number, item in enumerate(items)
        }
        for future in as_completed(futures, loop=client.loop):  # type: ignore[no-untyped-call]
            error = future.exception()
            if isinstance(error, Unavailable):
                raise error
            if isinstance(error, FutureCancelledError):
                raise Unavailable(f"the scheduler at {address} is gone; run the same again when it is back")
            yield futures[future], future.result() if error is None else _lost_line(futures[future], settings, error)
            future.release()
    finally:
        client.close(timeout=_SECONDS)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise Unavailable(f'--scheduler needs Dask: {error}; pip install "toolc[scan]"') from None
    try:
        return Client(address, timeout=_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise Unavailable(f"no scheduler answers at {address}: {error}") from None


def _lost_line(item: Item, settings: Settings, error: Any) -> str:
    """The line of an item that a cluster gives none of: it ended one worker after another, say."""
    reason = f"the cluster gave no answer: {type(error).__name__}: {error}"
    return add_timings(failed_line(head(item.name, settings), reason), 0.0, 0.0, 0)
