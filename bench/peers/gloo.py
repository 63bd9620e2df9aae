"""Times all_reduce of floats by PyTorch's gloo, in place, by the rules of `papilio bench allreduce`.

A sample is a number of calls back to back divided by that number; the slowest rank counts.

    python3 gloo.py RANKS SAMPLES LENGTH...

Prints a line for each length: allreduce LENGTH MIN MEDIAN right|wrong, in microseconds. Ranks are
processes of this machine that talk through TCP on 127.0.0.1.
"""

import os
import socket
import statistics
import sys
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

WARM_UP_MICROS = 300_000
PERIOD = 1021  # a prime, so that no piece of a vector looks like another


def calls(length):
    """How many calls make a sample: as many as it takes to outlast the clock and the scheduler."""
    return 200 if length <= 1_000 else 20 if length <= 100_000 else 3 if length <= 1_000_000 else 1


def factor(rank):
    return 1 + rank % 7


def pattern(length, times, plus):
    """Values that differ by position and by what ranks put in; floats hold their sums exactly."""
    return (torch.arange(length) % PERIOD * times + plus).to(torch.float32)


def slowest(value):
    tensor = torch.tensor([value], dtype=torch.float64)
    dist.all_reduce(tensor, op=dist.ReduceOp.MAX)
    return tensor.item()


def is_right(rank, size, length):
    """Whether one all-reduce gives the right sum everywhere; the same answer on all ranks."""
    values = pattern(length, factor(rank), rank)
    dist.all_reduce(values)
    expected = pattern(length, sum(map(factor, range(size))), sum(range(size)))
    return slowest(0.0 if torch.equal(values, expected) else 1.0) == 0.0


def sample(values, start_values):
    count = calls(len(values))
    values.copy_(start_values)
    dist.barrier()
    start = time.perf_counter()
    for _ in range(count):
        dist.all_reduce(values)
    return slowest((time.perf_counter() - start) * 1e6 / count)


def measure(rank, size, length, samples):
    start_values = pattern(length, factor(rank), rank)
    values = torch.empty(length)
    right = is_right(rank, size, length)
    spent = 0.0
    while spent < WARM_UP_MICROS:
        spent += sample(values, start_values) * calls(length)
    micros = [sample(values, start_values) for _ in range(samples)]
    right = is_right(rank, size, length) and right
    if rank == 0:
        print(
            f"allreduce {length} {min(micros):.3f} {statistics.median(micros):.3f}"
            f" {'right' if right else 'wrong'}",
            flush=True,
        )


def work(rank, size, port, samples, lengths):
    torch.set_num_threads(1)
    dist.init_process_group(
        "gloo", init_method=f"tcp://127.0.0.1:{port}", rank=rank, world_size=size
    )
    for length in lengths:
        measure(rank, size, length, samples)
    dist.destroy_process_group()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: gloo.py RANKS SAMPLES LENGTH...")
    size, samples, *lengths = (int(float(word)) for word in sys.argv[1:])
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    mp.spawn(work, args=(size, free_port(), samples, lengths), nprocs=size)


if __name__ == "__main__":
    main()
