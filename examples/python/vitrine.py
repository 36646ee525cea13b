"""A client of Vitrine, in text (PyYAML) or binary (cbor2); docs/wire.md has the rules.

    with Vitrine(port=7411) as vitrine:
        prices = vitrine.map("/maps/prices", key="string", value="any")
        prices.put("EURUSD", 1.08)
        prices.syncUpdate("EURUSD", Typed("Add", {"amount": 0.01}), Typed("Identity", {}))
        for event in prices.subscribe():
            print(event.name, event.content)

A lost connection is had again: requests are sent again within the session, so none is applied
twice, and subscriptions go on behind what came. A request that the server cannot read fails, as
does one that was first on five connections that ended. Safe for any number of threads.
"""
import contextlib, itertools, queue, socket, struct, sys, threading, time, uuid
from collections import namedtuple
from concurrent.futures import Future, TimeoutError as NotInTime
import cbor2, yaml
if 0 < getattr(sys, "get_int_max_str_digits", int)() < 19_729:
    sys.set_int_max_str_digits(19_729)  # as many as an integer of the wire has
Typed = namedtuple("Typed", "name content", defaults=(None,))  # Typed("Add", {"amount": 10})
Event = namedtuple("Event", "name content rev")  # Inserted, Updated ..., bootstrapped, resync

class VitrineError(Exception):
    """The server refused, or is gone: code is one of docs/wire.md, or ConnectionLost."""
    code = property(lambda self: self.args[0])
    __str__ = lambda self: "%s: %s" % self.args
    of = classmethod(lambda cls, failure: cls(failure.name, failure.content.get("message")))

def depth(value):
    """How deep lists and maps are nested."""
    if isinstance(value, Typed) and isinstance(value.content, (Typed, bytes)):
        raise VitrineError("BadArgument", f"the content of {value.name} has a type of its own")
    value = value.content if isinstance(value, Typed) else value
    parts = [*value, *value.values()] if isinstance(value, dict) else value
    return 1 + max(map(depth, parts), default=0) if isinstance(value, (dict, list, tuple)) else 0
class Loader(yaml.SafeLoader):
    """Reads values and nothing else: a tag becomes a name, never a class."""
    def typed(self, name, node):
        plain = getattr(node, "style", None) is None
        tag = self.resolve(type(node), node.value, (plain, not plain))
        return Typed(name, self.construct_object(type(node)(tag, node.value), deep=True))
class Dumper(yaml.SafeDumper):
    """Quotes every string, since readers of YAML 1.1 and 1.2 differ in what else it may mean."""
    # The server's parser knows these two characters by their numbers only.
    ESCAPE_REPLACEMENTS = {character: escape for character, escape
                           in yaml.SafeDumper.ESCAPE_REPLACEMENTS.items() if escape not in "LP"}
    def typed(self, value):
        node = self.represent_data(value.content)
        node.tag = "!" + value.name
        return node
    def choose_scalar_style(self):  # what has no quotes is no string, with a tag or without
        return "" if self.event.style is None else super().choose_scalar_style()
Dumper.ignore_aliases = lambda self, value: True
Loader.add_multi_constructor("!", Loader.typed)
Loader.add_multi_constructor("tag:yaml.org,2002:", Loader.typed)
Dumper.add_representer(Typed, Dumper.typed)
Dumper.add_representer(
    str, lambda self, text: self.represent_scalar("tag:yaml.org,2002:str", text, style='"'))
class Text:
    name, preface = "yaml", b""
    def encode(self, meta, data):
        documents = yaml.dump_all(
            [Typed("meta-data", meta), Typed("data", data)], Dumper=Dumper, sort_keys=False,
            default_flow_style=True, allow_unicode=True, width=1 << 30, explicit_start=True)
        return documents.encode() + b"...\n"
    def read(self, stream):
        text = line = stream.readline()
        while line and line != b"...\n":
            line = stream.readline()
            text += line
        if not line:
            raise EOFError
        *meta, data = yaml.load_all(text, Loader)
        return (meta and meta[0].content) or {}, data.content, data.name == "data"

class Binary:
    name, preface = "cbor", bytes.fromhex("89565452010D0A1A")
    META, MORE, LENGTH = 1 << 30, 1 << 31, (1 << 30) - 1
    def encode(self, meta, data):
        bodies = cbor2.dumps(self.plain(meta)), cbor2.dumps(self.plain(data))
        return b"".join(struct.pack("<I", len(body) | mark) + body
                        for body, mark in zip(bodies, (self.META, 0)))
    def plain(self, value, come=False):  # what has come has tuples and the like within a tag
        if isinstance(value, Typed):
            return value if come else cbor2.CBORTag(27, [value.name, self.plain(value.content)])
        if hasattr(value, "items"):
            return {self.plain(key): self.plain(item, come) for key, item in value.items()}
        return [self.plain(i, come) for i in value] if isinstance(value, (list, tuple)) else value
    def read(self, stream):
        meta, word = {}, self.META
        while word & self.META:
            word, = struct.unpack("<I", stream.read(4))
            if len(content := stream.read(word & self.LENGTH)) < word & self.LENGTH:
                raise EOFError
            body = cbor2.loads(content, tag_hook=self.tag)
            meta = body if word & self.META else meta
        return meta, body, not word & self.MORE
    def tag(self, *given):
        tag = given[isinstance(given[1], cbor2.CBORTag)]  # before cbor2 6 the decoder comes first
        return (tag.value.decode("utf-8", "surrogatepass") if tag.tag == 273
                else Typed(tag.value[0], self.plain(tag.value[1], True)))

class Vitrine(contextlib.AbstractContextManager):
    """A connection that outlives its sockets. encoding is yaml or cbor."""
    BEATS = Typed("HeartbeatHandler", {"heartbeatTimeoutMs": 60_000, "heartbeatIntervalMs": 10_000})
    LOST = OSError, EOFError, ValueError, struct.error  # what reading ends with
    def __init__(self, host="127.0.0.1", port=7411, encoding="yaml", token=None, patience=30.0):
        self._address, self._token, self._patience = (host, port), token, patience
        self._codec = {"yaml": Text, "cbor": Binary}[encoding]()
        self._session, self._tids = str(uuid.uuid4()), itertools.count(1)
        self._lock, self._closed, self._socket = threading.RLock(), threading.Event(), None
        self._calls, self._subscriptions = {}, {}  # by tid: (frame, Future); Subscription
        self._limits, self._fruitless = {}, 0  # connections in a row without an answer
        self._resent, self._unread = set(), set()  # calls: sent before, too; surely not done
        threading.Thread(target=self._read, args=[self._connect()], daemon=True).start()
    __exit__ = lambda self, *failure: self.close()
    def map(self, path, **types):
        """A map; with types it is created where there is none: key="string", value="any"."""
        if types:
            self.call("/", "create", [path, types])
        return Map(self, path)
    def call(self, csp, event, argument, seconds=30.0):
        """Sends one event and waits for its answer."""
        tid, answer = next(self._tids), Future()
        frame = self.frame({"csp": csp, "tid": tid}, {event: argument})
        with self._lock:
            if self._closed.is_set():
                raise VitrineError("ConnectionLost", "closed")
            self._calls[tid] = frame, answer
            self._unread |= set() if self._send(frame) else {tid}
        try:
            return answer.result(seconds)
        except NotInTime:
            raise VitrineError("Timeout", "no answer; done or not, nobody knows") from None
        finally:
            with self._lock:
                self._calls.pop(tid, None)
    def frame(self, meta, data):
        """What is sent, if the server takes so much: otherwise it would close the connection."""
        frame, levels = self._codec.encode(meta, data), max(map(depth, data.values()))
        for code, name, found in (
                ("TooLarge", "frameBytes", len(frame)), ("TooDeep", "nesting", levels)):
            if found > (most := self._limits.get(name, found)):
                raise VitrineError(code, f"{name} is {found}, expected {most} at most")
        return frame
    def close(self):
        with self._lock:
            self._closed.set()
            self._drop()
    def _send(self, frame):
        """Whether it may have been sent."""
        there = self._socket
        try:
            there and there.sendall(frame)
        except OSError:
            self._drop()  # whoever reads notices
        return there
    def _drop(self):
        if self._socket:
            with contextlib.suppress(OSError):  # where the other side was first
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
        self._socket = None
    def _connect(self):
        fresh = socket.create_connection(self._address, timeout=10)
        with self._lock, contextlib.ExitStack() as undo:
            stream = undo.enter_context(undo.enter_context(fresh).makefile("rb"))
            fresh.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            hello = {"client": "vitrine-python", "version": 1, "wire": self._codec.name,
                     "session": self._session, "token": self._token,
                     "resume": min(self._calls, default=1 << 62)}
            fresh.sendall(self._codec.preface + self._codec.encode({}, {"hello": hello}))
            answer = self._codec.read(stream)[1]
            if "exception" in answer:
                raise VitrineError.of(answer["exception"])
            undo.pop_all()
            self._socket, self._limits = fresh, answer["reply"].get("limits", {})
            fresh.settimeout(30)  # three heartbeats
            self._send(self._codec.encode({"csp": "/", "cid": 1, "handler": self.BEATS}, {}))
            if not answer["reply"]["resumed"]:
                self._fail("the server forgot the session; done or not, nobody knows",
                           spare=self._unread)
            self._resent, self._unread = {*self._calls} - self._unread, set()
            calls = [frame for frame, _ in self._calls.values()]  # in the order in which they came
            for frame in calls + [s.beginning() for s in self._subscriptions.values()]:
                self._send(frame)
        return stream
    def _read(self, stream):
        while stream:
            try:
                self._received(*self._codec.read(stream))
            except self.LOST:
                stream = self._reconnect()
            except Exception as odd:  # a whole frame: it would come again and again
                stream = self._end(f"cannot read what the server sent: {odd}")
    def _reconnect(self):
        end, problem = time.monotonic() + self._patience, "closed"
        with self._lock:
            self._drop()
            self._fruitless += 1
            if self._fruitless % 5 == 0:
                self._fail("lost five times with this; done or not, nobody knows", most=1)
            pause = 0.01 * 2**min(self._fruitless, 7)
        while not self._closed.wait(pause):
            try:
                return self._connect()
            except (VitrineError, *self.LOST) as lost:
                problem, pause = str(lost), min(2 * pause, 1.0)  # its frames keep sockets
                if time.monotonic() > end or getattr(lost, "code", "") not in ("", "ShuttingDown"):
                    break
        return self._end(problem)
    def _end(self, problem):
        with self._lock:
            self.close()
            self._fail(problem)
            for subscription in self._subscriptions.values():
                subscription.end(VitrineError("ConnectionLost", problem))
    def _fail(self, reason, code="ConnectionLost", most=None, spare=()):
        for tid in [tid for tid in self._calls if tid not in spare][:most]:
            self._calls.pop(tid)[1].set_exception(VitrineError(code, reason))
    def _received(self, meta, data, complete):
        (event, argument), tid = next(iter(data.items())), meta.get("tid")
        failed = event == "exception"
        with self._lock:
            if failed and argument.name == "ShuttingDown":  # what is not begun goes on elsewhere
                self._unread |= ({tid} if tid else {*self._calls}) - self._resent
                return tid or self._drop()
            self._fruitless = self._fruitless if tid is None else 0
            if event == "heartbeat":
                self._send(self._codec.encode({"csp": "/", "cid": 1}, data))
            elif tid in self._subscriptions:
                take = dict.pop if complete else dict.get
                take(self._subscriptions, tid).received(meta, event, argument)
            elif tid in self._calls:
                end = getattr(self._calls.pop(tid)[1], "set_exception" if failed else "set_result")
                end(VitrineError.of(argument) if failed else argument)
            elif failed and tid is None and argument.name not in ("Timeout", "LimitExceeded"):
                # The server closes for the first without answer: all before it are answered.
                self._fail(argument.content.get("message"), argument.name, most=1)

class Map(namedtuple("Map", "vitrine path")):
    """A map of a server. Every event that it knows is a method: get(k), put(k, v), size() ..."""
    def __getattr__(self, event):
        return lambda *arguments: self.vitrine.call(
            self.path, event, arguments[0] if len(arguments) == 1 else list(arguments))
    def subscribe(self, bookmark=None, **options):
        """Watches: filter, select, key, bootstrap, events, overflow; or goes on at a bookmark."""
        return Subscription(self.vitrine, self.path, bookmark, options)

class Subscription:
    """What is told of a map, in order. Its bookmark is where the last event that was taken leaves
    one; another subscription with the same filter goes on right behind it, later or elsewhere."""
    def __init__(self, vitrine, csp, bookmark, options):
        self.tid, self.bookmark = next(vitrine._tids), bookmark
        self._vitrine, self._csp, self._options = vitrine, csp, options
        self._place, self._begun, self._come = bookmark, False, queue.SimpleQueue()
        with vitrine._lock:
            frame = self.beginning()
            vitrine._subscriptions[self.tid] = self
            vitrine._send(frame)
    __iter__ = lambda self: iter(self.get, None)
    def get(self, seconds=None):
        """The next event, None at the end; queue.Empty if none came in that time."""
        event, bookmark = self._come.get(timeout=seconds)
        self.bookmark = bookmark or self.bookmark
        if not isinstance(event, Event):
            self.end(event)  # for whoever asks again
        if isinstance(event, Exception):
            raise event
        return event
    def cancel(self):
        with self._vitrine._lock:
            self._options = None
            self._vitrine._send(self.beginning())
    def beginning(self):
        """What to send first on a connection: to go on behind what came, or anew."""
        routing = {"csp": self._csp, "tid": self.tid}
        if self._options is None:
            return self._vitrine.frame(routing, {"cancel": []})
        options = {**self._options, "from": self._place} if self._place else dict(self._options)
        if self._begun and not self._place:
            options.pop("bootstrap", None)
            self._come.put((Event("resync", {}, None), None))
        self._begun = True
        return self._vitrine.frame(routing, {"subscribe": options or []})
    def received(self, meta, name, argument):
        if name in ("cancelled", "exception"):
            told = name == "exception" and self._options is not None
            return self.end(VitrineError.of(argument) if told else None)
        if name in ("bootstrapped", "resync"):
            self._place = argument if name == "bootstrapped" else None
        elif self._place:
            self._place = {**self._place, "rev": meta["rev"]}
        if isinstance(argument, Typed):
            name, argument = argument
        if name != "progress":
            self._come.put((Event(name, argument, meta.get("rev")), self._place))
    def end(self, failure):
        self._come.put((failure, None))
