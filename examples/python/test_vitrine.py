"""Tests of vitrine.py against a server: python3 test_vitrine.py PORT"""

import io
import math
import queue
import random
import socket
import sys
import threading
import time
import unittest
import uuid
from concurrent.futures import Future

from vitrine import Binary, Text, Typed, Vitrine, VitrineError

PORT = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 7411
SECONDS = 60
SAME = Typed("Identity", {})
ONE_MORE = Typed("Add", {"amount": 1})


class Proxy:
    """Stands between client and server, and cuts the line in the middle of what goes over it."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.pairs, self.lock, self.accepted = [], threading.Lock(), 0
        self.fuse, self.dice = math.inf, random.Random(1)  # bytes until the next cut
        self.silent = False  # whether it keeps what comes
        self.shut = False  # whether nobody is let in
        self.refusals = []  # what the next ones are told in place of being connected
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if self.shut:
                client.close()
                continue
            if self.refusals:
                client.recv(1 << 16)
                client.sendall(self.refusals.pop())
                self.accepted += 1
                client.close()
                continue
            server = socket.create_connection(("127.0.0.1", PORT))
            with self.lock:
                self.pairs += [client, server]
                self.accepted += 1
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self.copy, args=ends, daemon=True).start()

    def copy(self, source, target):
        try:
            while True:
                some = source.recv(701)
                while self.silent:
                    time.sleep(0.001)
                if not some or self.burns(len(some)):
                    target.sendall(some[:len(some) // 2])
                    break
                target.sendall(some)
        except OSError:
            pass
        self.cut_off([source, target])

    def light(self):
        """Cuts again and again, after so many bytes that a hello and a request may get through."""
        self.fuse = self.dice.randrange(600, 4000)

    def burns(self, count):
        with self.lock:
            self.fuse -= count
            if self.fuse > 0:
                return False
            self.light()
            return True

    def cut_off(self, ends):
        for end in ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def cut(self):
        with self.lock:
            ends, self.pairs = self.pairs, []
        self.cut_off(ends)

    def say(self, frame):
        """Sends something to the clients as if their server did."""
        with self.lock:
            for client in self.pairs[::2]:
                client.sendall(frame)

    def cut_and_await_another(self):
        """Cuts, and waits until somebody has connected again."""
        before, end = self.accepted, time.monotonic() + SECONDS
        self.cut()
        while self.accepted == before:
            if time.monotonic() > end:
                raise AssertionError("nobody connected again")
            time.sleep(0.001)

    def close(self):
        self.listener.close()
        self.cut()


class Fatal:
    """A socket that ends when a request with the word fatal comes over it."""
    def __init__(self, inner):
        self.inner, self.shutdown, self.close = inner, inner.shutdown, inner.close

    def recv(self, count):
        some = self.inner.recv(count)
        return b"" if b"fatal" in some else some


class VitrineTest:
    """Run once for each encoding."""

    def setUp(self):
        self.proxy = Proxy()
        self.near = Vitrine(port=PORT, encoding=self.encoding)
        self.far = Vitrine(port=self.proxy.port, encoding=self.encoding)
        self.path = f"/maps/{self.id()}"
        self.map = self.near.map(self.path, key="string", value="any")
        self.far_map = self.far.map(self.path)

    def tearDown(self):
        self.near.call("/", "drop", self.path)
        self.near.close()
        self.far.close()
        self.proxy.close()

    def next(self, subscription):
        return subscription.get(SECONDS)

    def test_values_come_back(self):
        texts = ["", " a", "yes", "1e3", "0o17", "0x1F", "1:30", "2001-01-01", "~", "null", "a: b",
                 "- a", "...", "\n...\n", "\t\r\n\x00\x7f\x85", "'\"\\", "\ufeff\u2028",
                 "\U0001f600", "&a", "!a", "#", "a" * 5000]
        values = texts + [0, -1, 2**63 - 1, -2**63, 2**70, 10**19_728, 0.5, 1.0, 1e300, -0.0, math.inf, True,
                          False, b"", bytes(range(256)), [], {}, [None, [1, [2]]],
                          {"a": {"b": texts}}, Typed("decimal", "12.50"), {1: "one", 2.5: "two"}]
        for i, value in enumerate(values):
            self.map.put(f"key {i}", value)
            found = self.map.get(f"key {i}")
            self.assertEqual(value, found)
            self.assertEqual(repr(value), repr(found))
        self.map.put("nan", math.nan)
        self.assertTrue(math.isnan(self.map.get("nan")))
        for text in texts:
            self.map.put(text, text)
            self.assertEqual(text, self.map.getAndRemove(text))
        self.assertEqual(len(values) + 1, self.map.size())
        self.assertIsNone(self.map.get("there is none"))

    def test_visitors_are_applied_there(self):
        self.map.put("n", 5)
        self.assertEqual(8, self.map.syncUpdate("n", Typed("Add", {"amount": 3}), SAME))
        self.map.put("p", {"name": "Ada", "age": 36})
        visitor = Typed("Increment", {"field": "age", "by": 1})
        self.assertEqual(37, self.map.syncUpdate("p", visitor, Typed("Getter", {"field": "age"})))

    def test_failures_are_raised(self):
        with self.assertRaisesRegex(VitrineError, "UnknownPath") as raised:
            self.near.map("/maps/none").get("a")
        self.assertEqual("UnknownPath", raised.exception.code)
        with self.assertRaisesRegex(VitrineError, "UnknownType"):
            self.map.syncUpdate("a", Typed("Fly"), SAME)
        with self.assertRaisesRegex(VitrineError, "BadArgument"):
            self.next(self.map.subscribe(overflow="sometimes"))

    def test_what_the_server_could_not_read_is_not_sent(self):
        deep = 1
        for _ in range(70):
            deep = [deep]
        self.map.put("a", 1)
        before = self.proxy.accepted
        for code, value in (("TooDeep", deep), ("TooLarge", "x" * (17 << 20)),
                            ("BadArgument", Typed("A", Typed("B", 1)))):
            with self.assertRaises(VitrineError) as raised:
                self.far_map.put("a", value)
            self.assertEqual(code, raised.exception.code)
            self.assertEqual(1, self.far_map.get("a"))
        self.assertEqual(before, self.proxy.accepted)

    def test_a_request_that_ends_the_connection_fails_and_no_other(self):
        self.map.put("a", 1)
        codec = {"yaml": Text, "cbor": Binary}[self.encoding]()
        self.far.frame = lambda meta, data: (  # as if it did not know what servers take
            b"\xff\xff\xff\x3f" if self.encoding == "cbor" else b"put: [a, b\n...\n"
        ) if "put" in data else codec.encode(meta, data)
        subscription = self.far_map.subscribe()
        self.assertEqual(["Existing", "bootstrapped"], [self.next(subscription).name for _ in "12"])
        with self.assertRaises(VitrineError) as raised:
            self.far_map.put("a", 2)
        self.assertIn(raised.exception.code, ("TooLarge", "Malformed"))
        self.assertEqual(1, self.far_map.get("a"))
        self.assertEqual(2, self.proxy.accepted)
        self.map.put("a", 3)
        self.assertEqual("Updated", self.next(subscription).name)

    def test_a_request_that_ends_connections_without_a_word_fails(self):
        near = Proxy()
        copy, near.copy = near.copy, lambda source, target: copy(Fatal(source), target)
        with Vitrine(port=near.port, encoding=self.encoding) as client:
            entries, bad = client.map(self.path), []
            self.assertIsNone(entries.get("a"))  # the session goes on, so nothing is in doubt

            def put():
                try:
                    entries.put("fatal", 2)
                except VitrineError as failure:
                    bad.append(failure.code)

            other = threading.Thread(target=put)
            other.start()
            other.join(SECONDS)
            self.assertEqual(["ConnectionLost"], bad)
            self.assertIn(near.accepted, (5, 6))  # the next one may be there already
            self.assertIsNone(entries.get("a"))
        near.close()

    def test_a_call_in_vain_leaves_nothing(self):
        self.far._send = lambda frame: None
        with self.assertRaisesRegex(VitrineError, "Timeout.*nobody knows"):
            self.far.call(self.path, "get", "a", seconds=0.1)
        self.assertEqual({}, self.far._calls)

    def test_typed_scalars_are_what_they_are(self):
        for content in (None, True, 5, 2**70, 0.5, -math.inf, "null", "5", "", [None], {"a": None}):
            for codec in (Text(), Binary()):
                frame = codec.encode({}, {"e": Typed("Name", content)})
                found = codec.read(io.BytesIO(frame))[1]["e"]
                self.assertEqual(repr(Typed("Name", content)), repr(found), codec.name)
        self.map.put("n", 5)
        said = []
        for encoding in ("yaml", "cbor"):
            with Vitrine(port=PORT, encoding=encoding) as client:
                for function in (Typed("Identity"), Typed("Size", 1), Typed("Getter", False)):
                    try:
                        said.append(client.map(self.path).applyTo("n", function))
                    except VitrineError as failure:
                        said.append(str(failure))
        self.assertEqual(said[:3], said[3:])

    def test_a_frame_that_ends_early_is_a_lost_line(self):
        frame = self.far._codec.encode({"tid": 1}, {"reply": ["text", 1.5, {"a": b"bytes"}]})
        for count in range(len(frame)):
            with self.assertRaises(Vitrine.LOST, msg=f"{count} of {len(frame)} bytes"):
                self.far._codec.read(io.BytesIO(frame[:count]))
        self.assertEqual("text", self.far._codec.read(io.BytesIO(frame))[1]["reply"][0])

    def test_a_whole_frame_that_cannot_be_read_ends_the_connection(self):
        subscription = self.far_map.subscribe()
        self.assertEqual("bootstrapped", self.next(subscription).name)
        before = self.proxy.accepted
        self.proxy.say({"cbor": b"\1\0\0\0\xff",
                        "yaml": b"--- !data {reply: {[a]: 1}}\n...\n"}[self.encoding])
        with self.assertRaisesRegex(VitrineError, "cannot read what the server sent"):
            self.next(subscription)
        with self.assertRaisesRegex(VitrineError, "closed"):
            self.far_map.get("a")
        self.assertEqual(before, self.proxy.accepted, "it would come again and again")

    def test_updates_over_a_line_that_is_cut_are_applied_once(self):
        self.map.put("n", 0)
        self.proxy.light()
        for i in range(1, 151):
            self.assertEqual(i, self.far_map.syncUpdate("n", ONE_MORE, SAME))
        self.assertEqual(150, self.map.get("n"))
        self.assertGreater(self.proxy.accepted, 5)

    def test_a_subscription_goes_on_behind_what_came(self):
        self.map.put("before", 0)
        subscription = self.far_map.subscribe()
        self.assertEqual("Existing", self.next(subscription).name)
        self.assertEqual("bootstrapped", self.next(subscription).name)
        count, seen = 1500, []

        def write():
            for i in range(count):
                self.map.put("k", i)

        writer = threading.Thread(target=write)
        writer.start()
        while len(seen) < count:
            event = self.next(subscription)
            self.assertIn(event.name, ("Inserted", "Updated"))
            seen.append(event.content["value"])
            if len(seen) % 350 == 50:
                self.proxy.cut_and_await_another()
        writer.join()
        self.assertEqual(list(range(count)), seen)
        self.assertEqual(count - 1, event.content["value"])
        self.assertGreater(self.proxy.accepted, 4)
        subscription.cancel()
        self.assertIsNone(self.next(subscription))

    def closing(self, meta):
        failure = Typed("ShuttingDown", {"message": "the server is closing", "event": "subscribe"})
        return {"yaml": Text, "cbor": Binary}[self.encoding]().encode(meta, {"exception": failure})

    def test_a_server_that_answers_hello_by_closing_is_asked_again(self):
        self.proxy.refusals = [self.closing({})] * 3
        self.proxy.cut_and_await_another()
        self.map.put("after", 1)
        self.assertEqual(1, self.far_map.get("after"))
        self.assertEqual([], self.proxy.refusals)

    def test_beats_are_answered_and_a_line_without_any_is_left(self):
        beats = {"heartbeatTimeoutMs": 2_000, "heartbeatIntervalMs": 50}
        with Vitrine(port=self.proxy.port, encoding=self.encoding) as client:
            client.BEATS = Typed("HeartbeatHandler", beats)
            self.proxy.cut_and_await_another()  # the next connection beats faster
            heard, received = threading.Semaphore(0), client._received
            def count(meta, data, complete):
                if "heartbeat" in data:
                    heard.release()
                received(meta, data, complete)
            client._received = count
            for _ in range(60):  # more than two seconds, in which the client asks for nothing
                self.assertTrue(heard.acquire(timeout=SECONDS))
            self.assertIsNone(client.map(self.path).get("none"))
            before = self.proxy.accepted
            client._socket.settimeout(0.5)
            while heard.acquire(blocking=False):
                pass
            for _ in range(2):  # what is being read by now may wait for longer
                self.assertTrue(heard.acquire(timeout=SECONDS))
            self.proxy.silent = True
            while self.proxy.accepted == before:
                time.sleep(0.001)
            self.proxy.silent = False
            self.assertIsNone(client.map(self.path).get("none"))

    def test_a_server_that_closes_is_followed_by_the_next(self):
        subscription = self.far_map.subscribe()
        self.assertEqual("bootstrapped", self.next(subscription).name)
        self.proxy.say(self.closing({"tid": subscription.tid}))
        self.proxy.cut_and_await_another()
        self.map.put("after", 1)
        self.assertEqual({"key": "after", "value": 1}, self.next(subscription).content)

    def test_what_a_closing_server_had_not_read_is_sent_to_the_next(self):
        def outcome(*, before):
            client = Vitrine(port=self.proxy.port, encoding=self.encoding)
            client.call("/", "list", [])
            with client._lock:
                client._resent = {1 << 40} if before else set()
                answer = Future()
                frame = client.frame({"csp": self.path, "tid": 1 << 40}, {"get": "none"})
                client._calls[1 << 40] = frame, answer
            client._session = str(uuid.uuid4())  # as where the server does not know it
            client._received({}, {"exception": Typed("ShuttingDown", {"message": "closing"})}, True)
            with client:
                return answer.exception(SECONDS) if before else answer.result(SECONDS)
        self.assertIsNone(outcome(before=False))
        self.assertEqual("ConnectionLost", outcome(before=True).code)

    def test_what_is_asked_while_there_is_no_server_is_sent_to_the_next(self):
        self.far.call("/", "list", [])
        self.proxy.shut = True
        self.proxy.cut()
        self.wait(lambda: self.far._socket is None)
        asking = threading.Thread(target=self.far_map.put, args=["asked", 1])
        asking.start()
        self.wait(lambda: self.far._calls)
        self.far._session = str(uuid.uuid4())  # as where the server does not know it
        self.proxy.shut = False
        asking.join(SECONDS)
        self.assertEqual(1, self.map.get("asked"))

    def wait(self, condition):
        end = time.monotonic() + SECONDS
        while not condition():
            self.assertLess(time.monotonic(), end, "nothing came of it")
            time.sleep(0.001)

    def test_what_is_asked_behind_the_last_word_is_sent_to_the_next(self):
        self.far.call("/", "list", [])
        self.proxy.silent = True  # so that nothing but the last word tells of the end
        self.proxy.shut = True
        self.proxy.say(self.closing({}))
        self.wait(lambda: self.far._socket is None)
        asking = threading.Thread(target=self.far_map.put, args=["asked", 2])
        asking.start()
        self.wait(lambda: self.far._calls)
        self.far._session = str(uuid.uuid4())  # as where the server does not know it
        self.proxy.silent = self.proxy.shut = False
        asking.join(SECONDS)
        self.assertEqual(2, self.map.get("asked"))

    def test_a_bookmark_resumes_elsewhere(self):
        first = self.map.subscribe(filter=Typed("Filter", {"field": "n", "op": "ge", "value": 10}))
        self.assertEqual("bootstrapped", self.next(first).name)
        for i in range(20):
            self.map.put(f"k{i}", {"n": i})
        self.assertEqual(["k10", "k11", "k12"], [self.next(first).content["key"] for _ in range(3)])
        second = self.far_map.subscribe(
            first.bookmark, filter=Typed("Filter", {"field": "n", "op": "ge", "value": 10}))
        self.assertEqual("k13", self.next(second).content["key"])
        self.proxy.cut()
        for i in range(14, 20):
            self.assertEqual(f"k{i}", self.next(second).content["key"])
        with self.assertRaises(queue.Empty):
            second.get(0.2)

    def test_a_bookmark_of_another_log_is_told_the_whole_state(self):
        self.map.put("a", 1)
        subscription = self.map.subscribe({"epoch": 12345, "rev": 1})
        self.assertEqual("resync", self.next(subscription).name)
        self.assertEqual({"key": "a", "value": 1}, self.next(subscription).content)
        self.assertEqual("bootstrapped", self.next(subscription).name)


class TextTest(VitrineTest, unittest.TestCase):
    encoding = "yaml"


class BinaryTest(VitrineTest, unittest.TestCase):
    encoding = "cbor"


if __name__ == "__main__":
    unittest.main()
