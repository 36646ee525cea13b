package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A map by its codecs, over the engine that knows bytes only. Safe for any number of threads. */
final class MappedMap<K, V> implements StoreMap<K, V> {

  private final MapEngine engine;
  private final MapOptions<K, V> options;
  final Codec<K> keys;
  final Codec<V> values;

  /* Size of every key and value, -1 for varying. */
  private final int keyBytes;
  private final int valueBytes;

  /** Reads numbers' bytes, where the map holds such. */
  private final @Nullable BytesReader direct;

  private final @Nullable DirectWriter writer;
  private final @Nullable NumberWriter numbers;
  private final boolean hasTextKeys; // which Scratch writes, if they are short
  private final boolean readsSurely; // see ValueBefore

  final ScratchPool scratches;
  private final SeveralKeys<K, V> several;

  MappedMap(MapEngine engine, MapOptions<K, V> options, ScratchPool scratches) {
    this.engine = engine;
    CompactShape shape = engine.file.compact;
    this.keys =
        shape == null ? options.keys() : GenericOwnCodec.sized(options.keys(), shape.keyBytes);
    this.values =
        shape == null
            ? options.values()
            : GenericOwnCodec.sized(options.values(), shape.valueBytes);
    this.options =
        new MapOptions<>(keys, values, engine.file.hash, engine.file.segments, shape != null);
    this.keyBytes = CodecBounds.expected(shape == null ? -1 : shape.keyBytes, keys);
    this.valueBytes = CodecBounds.expected(shape == null ? -1 : shape.valueBytes, values);
    this.direct = BytesReader.of(engine.file, keys, values, true);
    this.writer = DirectWriter.of(engine, keys, values);
    this.numbers = NumberWriter.of(engine, keys, values);
    this.hasTextKeys = keys == StringCodec.INSTANCE;
    this.readsSurely = ValueBefore.isSure(values);
    this.scratches = scratches;
    this.several = new SeveralKeys<>(this, scratches);
  }

  MapEngine engine() {
    return engine;
  }

  @Override
  public String path() {
    return engine.file.path;
  }

  @Override
  public int id() {
    return engine.file.mapId;
  }

  @Override
  public MapOptions<K, V> options() {
    return options;
  }

  /** Whether this is a map of a store. */
  boolean isOf(MappedStore store) {
    return store.isLog(engine.log());
  }

  void encodeKey(Scratch scratch, K key) {
    Objects.requireNonNull(key, "key");
    long length = hasTextKeys ? scratch.writeText((String) key, BlockLayout.KEY) : -1;
    if (length >= 0) {
      setKey(scratch, length);
      return;
    }
    length = keys.sizeOf(key);
    if (!CodecBounds.mayBe(length, keyBytes)) {
      throw CodecBounds.wrong(keys, length, keyBytes);
    }
    if (length > BlockLayout.KEY_BYTES_MAX) {
      throw new IllegalArgumentException(
          path() + ": key has " + length + " bytes, at most " + BlockLayout.KEY_BYTES_MAX + " fit");
    }
    encode(scratch, keys, key, BlockLayout.KEY, length);
    setKey(scratch, length);
  }

  /** Looks arrays up by numbers, where keys and values are such; see {@link BytesReader#of}. */
  @Nullable BytesReader direct(boolean makesAnew) {
    return makesAnew ? direct : BytesReader.of(engine.file, keys, values, false);
  }

  /** Adds a key to others, by way of a scratch where it is no word. */
  void addKey(KeyBatch batch, Scratch scratch, K key) {
    if (direct == null) {
      encodeKey(scratch, key);
      batch.add(scratch);
    } else {
      long word = (Long) Objects.requireNonNull(key, "key");
      batch.add(word, MapEngine.spread(engine.file.hash.hash(word)));
    }
  }

  void setKey(Scratch scratch, long length) {
    scratch.keyLength = length;
    scratch.hash = MapEngine.spread(hash(scratch, length));
  }

  private long hash(Scratch scratch, long length) {
    HashStrategy strategy = engine.file.hash;
    return length == Long.BYTES && scratch.outWords.length > 0
        ? strategy.hash(Words.get(scratch.outWords, (int) BlockLayout.KEY / Long.BYTES))
        : strategy.hash(scratch.out, BlockLayout.KEY, length);
  }

  void encodeValue(Scratch scratch, V value) {
    encodeValue(scratch, value, 0);
  }

  /** Encodes a value that becomes void at some millisecond, 0 for never. */
  private void encodeValue(Scratch scratch, V value, long expiry) {
    long length = values.sizeOf(Objects.requireNonNull(value, "value"));
    if (!CodecBounds.mayBe(length, valueBytes)) {
      throw CodecBounds.wrong(values, length, valueBytes);
    }
    if (length > BlockLayout.VALUE_BYTES_MAX) {
      throw new IllegalArgumentException(path() + ": value has " + length + " bytes, too many");
    }
    long lengths = BlockLayout.lengths(scratch.keyLength, length, expiry != 0);
    encode(scratch, values, value, BlockLayout.valueOffset(lengths), length);
    if (expiry != 0) {
      Memory.set(scratch.out, BlockLayout.expiryOffset(lengths), expiry);
    }
    if (BlockLayout.isWide(lengths)) {
      Memory.set(scratch.out, BlockLayout.expiryOffset(lengths) - 8, length);
    }
    scratch.valueLength = length;
    scratch.lengths = lengths;
  }

  private static <T> void encode(
      Scratch scratch, Codec<T> codec, T value, long offset, long length) {
    scratch.reserveOut(offset, length);
    CodecBounds.write(codec, value, scratch.out, offset, length);
  }

  /** Key in the image of a block. */
  K keyOf(MemorySegment images, long image) {
    long lengths = BlockLayout.lengths(images, image);
    try {
      MemorySegment source = CodecBounds.source(keys, images);
      return keys.read(source, image + BlockLayout.KEY, BlockLayout.keyLength(lengths));
    } catch (RuntimeException e) {
      throw Unreadable.image(engine.file, "the key", keys, images, image, e);
    }
  }

  /** Value in a range of bytes. */
  V decode(MemorySegment source, long offset, long length, @Nullable V using) {
    return values.readUsing(CodecBounds.source(values, source), offset, length, using);
  }

  /** What to throw where that failed, for the key that a scratch holds. */
  RuntimeException unreadable(Scratch scratch, long revision, RuntimeException e) {
    long length = scratch.keyLength;
    return Unreadable.of(
        engine.file, "the value", values, scratch.out, BlockLayout.KEY, length, revision, e);
  }

  /** Value in the image of a block. */
  V valueOf(MemorySegment images, long image) {
    long lengths = BlockLayout.lengths(images, image);
    try {
      long at = image + BlockLayout.valueOffset(lengths);
      return decode(images, at, BlockLayout.valueLength(lengths), null);
    } catch (RuntimeException e) {
      throw Unreadable.image(engine.file, "the value", values, images, image, e);
    }
  }

  /** Looks an entry up, where the file may have been cut off. */
  boolean look(Scratch scratch) {
    try {
      return engine.read(scratch);
    } catch (InternalError e) {
      throw engine.file.cutOff(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }

  /** Makes a change, where the file may have been cut off. */
  boolean make(
      Scratch scratch, Condition condition, long revision, boolean remove, boolean wantOld) {
    try {
      return engine.update(scratch, condition, revision, remove, wantOld);
    } catch (InternalError e) {
      throw engine.file.cutOff(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }

  @Override
  public @Nullable V get(K key) {
    return getUsing(key, null);
  }

  @Override
  @SuppressWarnings("unchecked") // what the codecs are says what the types are
  public @Nullable V getUsing(K key, @Nullable V using) {
    if (direct == null) {
      return getByScratch(key, using);
    }
    long word = (Long) key;
    byte[] value = direct.read(word, (byte[]) using);
    if (BytesReader.isAbsent(value)) {
      return null;
    }
    // boxed anew: a key that goes nowhere from here need not be made by the caller at all
    return value != null ? (V) value : getByScratch((K) (Object) word, using);
  }

  private @Nullable V getByScratch(K key, @Nullable V using) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      return look(scratch) ? found(scratch, using) : null;
    } finally {
      scratches.give(scratch);
    }
  }

  private V found(Scratch scratch, @Nullable V using) {
    try {
      return decode(scratch.in, scratch.inValueOffset(), scratch.inValueLength(), using);
    } catch (RuntimeException e) {
      throw Unreadable.image(engine.file, "the value", values, scratch.in, 0, e);
    }
  }

  @Override
  public long copyValue(K key, MemorySegment target, long offset) {
    CodecBounds.checkOffset(offset);
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      if (!look(scratch)) {
        return -1;
      }
      long length = scratch.inValueLength();
      if (length <= target.byteSize() - offset) {
        MemorySegment.copy(scratch.in, scratch.inValueOffset(), target, offset, length);
      }
      return length;
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public @Nullable Versioned<V> getVersioned(K key) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      return look(scratch) ? new Versioned<>(valueOf(scratch.in, 0), scratch.inRevision()) : null;
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public boolean containsKey(K key) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      return look(scratch.wantingHead());
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public void put(K key, V value) {
    if (numbers != null) {
      numbers.put(key, value);
    } else if (writer == null || !writer.put(key, value, scratches)) {
      update(key, value, Condition.ANY, false);
    }
  }

  @Override
  public void put(K key, V value, Duration timeToLive) {
    long expiry = engine.expiry.after(timeToLive);
    if (engine instanceof CompactEngine compact) {
      throw compact.noTimeToLive();
    }
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      encodeValue(scratch, value, expiry);
      make(scratch, Condition.ANY, 0, false, false);
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public long expiryMillis(K key) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      return look(scratch.wantingHead()) ? Expiry.millis(scratch.in, 0) : -1;
    } finally {
      scratches.give(scratch);
    }
  }

  /** Writes arrays by numbers, where keys and values are such. */
  @Nullable DirectWriter writer() {
    return writer;
  }

  @Override
  public Map<K, V> getAll(Collection<? extends K> wanted) {
    return engine.file.guardUsers(() -> several.getAll(wanted));
  }

  @Override
  public int getSome(Collection<? extends K> wanted, long bytesMax, Map<K, V> found) {
    return engine.file.guardUsers(() -> several.getSome(wanted, bytesMax, found));
  }

  @Override
  public void putAll(Map<? extends K, ? extends V> entries) {
    engine.file.guardUsers(() -> {
      several.putAll(entries);
      return true;
    });
  }

  @Override
  public long putAllIfAbsent(Collection<? extends K> wanted, V value) {
    Objects.requireNonNull(value, "value");
    return engine.file.guardUsers(() -> several.putAllIfAbsent(wanted, value));
  }

  @Override
  public long removeAll(Collection<? extends K> wanted) {
    return engine.file.guardUsers(() -> several.removeAll(wanted));
  }

  @Override
  public Batch<K, V> batch() {
    return engine.file.guard(() -> new MappedBatch<>(this));
  }

  @Override
  public @Nullable V getAndPut(K key, V value) {
    return readsSurely
        ? update(key, value, Condition.ANY, true)
        : ValueBefore.set(this, key, Condition.ANY, value);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return update(key, value, Condition.ABSENT, true);
  }

  @Override
  public @Nullable V replace(K key, V value) {
    return readsSurely
        ? update(key, value, Condition.PRESENT, true)
        : ValueBefore.set(this, key, Condition.PRESENT, value);
  }

  private @Nullable V update(K key, V value, Condition condition, boolean wantOld) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      encodeValue(scratch, value);
      boolean found = make(scratch, condition, 0, false, wantOld);
      return found && wantOld ? valueOf(scratch.in, 0) : null;
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public boolean remove(K key) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      return make(scratch, Condition.PRESENT, 0, true, false);
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public @Nullable V getAndRemove(K key) {
    if (!readsSurely) {
      return ValueBefore.remove(this, key);
    }
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      return make(scratch, Condition.PRESENT, 0, true, true) ? valueOf(scratch.in, 0) : null;
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public boolean remove(K key, V value) {
    Objects.requireNonNull(value, "value");
    return ExpectedValue.swap(this, key, value, null);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    Objects.requireNonNull(oldValue, "oldValue");
    return ExpectedValue.swap(this, key, oldValue, Objects.requireNonNull(newValue, "newValue"));
  }

  @Override
  public boolean compareAndSet(K key, long revision, @Nullable V value) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      if (value != null) {
        encodeValue(scratch, value);
      }
      boolean found = make(scratch, Condition.REVISION, revision, value == null, false);
      return scratch.position != 0 || (value == null && revision == 0 && !found);
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public long putVersioned(K key, long revision, V value) {
    Scratch scratch = scratches.take();
    try {
      encodeKey(scratch, key);
      encodeValue(scratch, value);
      make(scratch, Condition.REVISION, revision, false, false);
      return scratch.position == 0 ? 0 : scratch.revision;
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public long addAndGet(K key, long delta) {
    String type = engine.file.valueType;
    if (!type.equals("long") && !type.equals("int")) {
      throw new UnsupportedOperationException(
          path() + ": values are of type " + type + ", an integer is added to long and int only");
    }
    Scratch scratch = scratches.take();
    try {
      boolean isLong = type.equals("long");
      scratch.addition.of(isLong ? Addition.Type.LONG : Addition.Type.INT, delta);
      add(scratch, key);
      if (scratch.position == 0) {
        throw new ArithmeticException(
            path() + ": " + scratch.addition.sum() + " is no int; nothing was changed");
      }
      return scratch.addition.sum();
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public double addAndGet(K key, double delta) {
    if (!engine.file.valueType.equals("double")) {
      throw new UnsupportedOperationException(
          path()
              + ": values are of type "
              + engine.file.valueType
              + ", a double is added to double only");
    }
    Scratch scratch = scratches.take();
    try {
      scratch.addition.of(delta);
      add(scratch, key);
      return scratch.addition.realSum();
    } finally {
      scratches.give(scratch);
    }
  }

  private void add(Scratch scratch, K key) {
    encodeKey(scratch, key);
    scratch.lengths = BlockLayout.lengths(scratch.keyLength, 0, false);
    make(scratch, Condition.ADDABLE, 0, false, false);
  }

  @Override
  public void asyncUpdate(K key, Visitor<V> visitor) {
    visit(key, visitor);
  }

  @Override
  public <R extends @Nullable Object> R syncUpdate(
      K key, Visitor<V> visitor, Function<? super @Nullable V, ? extends R> function) {
    Objects.requireNonNull(function, "function"); // before anything is changed
    return function.apply(visit(key, visitor));
  }

  private @Nullable V visit(K key, Visitor<V> visitor) {
    Scratch scratch = scratches.take();
    try {
      while (true) {
        encodeKey(scratch, key);
        boolean found = look(scratch);
        long revision = found ? scratch.inRevision() : 0;
        V next = visitor.visit(found ? valueOf(scratch.in, 0) : null);
        if (next != null) {
          encodeValue(scratch, next);
        }
        if (found ? next != null && isUnchanged(scratch) : next == null) {
          return next;
        }
        make(scratch, Condition.AS_SEEN, revision, next == null, false);
        if (scratch.position != 0) {
          return next;
        }
      }
    } finally {
      scratches.give(scratch);
    }
  }

  static boolean isUnchanged(Scratch scratch) {
    return scratch.inValueLength() == scratch.valueLength
        && Memory.same(
            scratch.in,
            scratch.inValueOffset(),
            scratch.out,
            BlockLayout.valueOffset(scratch.lengths),
            scratch.valueLength);
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action, "action");
    engine.file.guard(() -> new MappedCursor<>(this)).forEachRemaining(action);
  }

  @Override
  public MapCursor<K, V> cursor() {
    return engine.file.guard(() -> new MappedCursor<>(this));
  }

  @Override
  public Snapshot<K, V> snapshot() {
    return snapshot(engine.expiry.now());
  }

  @Override
  public Snapshot<K, V> snapshotOfLog() {
    return snapshot(0);
  }

  private Snapshot<K, V> snapshot(long now) {
    return engine.file.guard(() -> new MappedSnapshot<>(this, now));
  }

  @Override
  public long size() {
    return engine.file.guard(engine::size);
  }

  @Override
  public MapStatistics statistics() {
    return engine.file.guard(() -> StatisticsReader.read(engine));
  }

  @Override
  public LookupStatistics lookupStatistics() {
    return engine.file.guard(() -> StatisticsReader.lookups(engine));
  }

  @Override
  public <R extends @Nullable Object> R exclusively(Supplier<? extends R> body) {
    MapGuard guard = engine.file.guard(engine::guard);
    boolean takenOver = lock(guard);
    try {
      if (takenOver) {
        // Whoever had it died, perhaps amid a change that is decided: the body must see its end.
        int _ = engine.file.guard(engine::sweep);
      }
      return body.get();
    } finally {
      try {
        guard.unlock();
      } catch (Throwable _) { // there may be no stack even for a call; or it was cut off
        guard.isLeft = true;
      }
    }
  }

  private boolean lock(MapGuard guard) {
    try {
      return guard.lock();
    } catch (InternalError e) {
      throw engine.file.cutOff(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }

  @Override
  public long publish(byte[] content) {
    try {
      return append(content);
    } catch (InternalError e) {
      throw engine.file.cutOff(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }

  private long append(byte[] content) {
    engine.checkUsable();
    if (engine.isReadOnly()) {
      throw ReadOnlyFiles.refused("nothing can be told of map " + path());
    }
    Scratch scratch = scratches.take();
    try {
      return Publication.append(engine.log(), engine.file.mapId, content, scratch);
    } finally {
      scratches.give(scratch);
    }
  }

  @Override
  public byte[] published(Change change) {
    return Unreadable.published(this, change);
  }

  @Override
  public void clear() {
    new Clearing<>(this, scratches).run();
  }

  @Override
  public K key(Change change) {
    Unreadable.requireEntry(this, change);
    try {
      return keys.read(change.source(), change.keyOffset(), change.keyLength());
    } catch (RuntimeException e) {
      throw Unreadable.change(engine.file, "the key", keys, change, e);
    }
  }

  @Override
  public @Nullable V oldValue(Change change) {
    return Unreadable.requireEntry(this, change).oldLength() < 0
        ? null
        : valueOf(change, change.oldOffset(), change.oldLength(), "the value before");
  }

  @Override
  public @Nullable V newValue(Change change) {
    return Unreadable.requireEntry(this, change).newLength() < 0
        ? null
        : valueOf(change, change.newOffset(), change.newLength(), "the value");
  }

  private V valueOf(Change change, long offset, long length, String what) {
    try {
      return values.read(change.source(), offset, length);
    } catch (RuntimeException e) {
      throw Unreadable.change(engine.file, what, values, change, e);
    }
  }

  @Override
  public String toString() {
    return path();
  }
}
