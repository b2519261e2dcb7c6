"""Gives the Python module `quickjs` the globals of an engine's shell (print, read, load,
performance.now) and runs the script named on the command line. The script runs in a thread
of its own, because only a new thread's stack can be made as deep as Octane needs it."""

import sys
import threading
import time

import quickjs

STACK_BYTES = 512 * 1024 * 1024

GLOBALS = """
var print = (function (write) {
  return function () { write(Array.prototype.map.call(arguments, String).join(' ')); };
})(hostWrite);
var performance = { now: hostNow };
"""


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def write(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run(path, failures):
    try:
        context = quickjs.Context()
        context.set_max_stack_size(STACK_BYTES // 2)
        context.add_callable("hostWrite", write)
        context.add_callable("hostNow", lambda: time.perf_counter() * 1000)
        context.add_callable("read", text_of)
        context.add_callable("load", lambda loaded: context.eval(text_of(loaded)) and None)
        context.eval(GLOBALS)
        context.eval(text_of(path))
        while context.execute_pending_job():
            pass
    except Exception as failure:
        failures.append(failure)


def main():
    failures = []
    threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=run, args=(sys.argv[1], failures))
    thread.start()
    thread.join()
    for failure in failures:
        sys.stderr.write(str(failure).strip() + "\n")
    sys.exit(1 if failures else 0)


main()
