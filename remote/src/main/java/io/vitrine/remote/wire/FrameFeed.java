package io.vitrine.remote.wire;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one direction of a connection that somebody else has: is fed with bytes as they pass, and
 * gives the messages in them. For one thread at a time.
 */
public final class FrameFeed {
  private final EmbeddedChannel channel;
  private final Consumer<? super Message> told;
  private @Nullable WireCodec codec;
  private @Nullable FrameReader reader;
  private boolean webSocket;

  /**
   * What a client sends, whose first byte says the encoding.
   *
   * @param limits what a message may be
   * @param told given each message
   */
  public FrameFeed(FrameLimits limits, Consumer<? super Message> told) {
    NettySettings.apply();
    this.told = told;
    this.channel =
        new EmbeddedChannel(
            new FirstByte(
                encoding -> choose(encoding, limits),
                ctx -> {
                  webSocket = true;
                  var start = new WebSocketStart(true, limits, e -> choose(e, limits));
                  ctx.pipeline().addAfter(ctx.name(), null, start);
                }));
  }

  private WireCodec choose(WireEncoding encoding, FrameLimits limits) {
    WireCodec chosen = encoding.codec(limits);
    codec = chosen;
    return chosen;
  }

  /**
   * What a server sends over a WebSocket, its answer to the request for one included.
   *
   * @param limits what a message may be
   * @param told given each message
   * @return a new feed
   */
  public static FrameFeed ofWebSocket(FrameLimits limits, Consumer<? super Message> told) {
    var feed = new FrameFeed(WireEncoding.YAML, limits, told);
    feed.channel.pipeline().removeFirst();
    var start = new WebSocketStart(false, limits, e -> feed.choose(e, limits));
    feed.channel.pipeline().addFirst(start);
    return feed;
  }

  /**
   * What a server sends.
   *
   * @param encoding its encoding
   * @param limits what a message may be
   * @param told given each message
   */
  public FrameFeed(WireEncoding encoding, FrameLimits limits, Consumer<? super Message> told) {
    NettySettings.apply();
    this.told = told;
    WireCodec known = encoding.codec(limits);
    this.codec = known;
    this.channel = new EmbeddedChannel(known.newSplitter());
  }

  /**
   * The encoding.
   *
   * @return null while no byte has come
   */
  public @Nullable WireEncoding encoding() {
    WireCodec known = codec;
    return known == null ? null : known.encoding();
  }

  /**
   * Whether it began with HTTP, and so is to be a WebSocket.
   *
   * @return false while no byte has come
   */
  public boolean isWebSocket() {
    return webSocket;
  }

  /**
   * Takes what came next.
   *
   * @param bytes where it is
   * @param length how much of it
   * @throws WireException if it is no message; what comes after cannot be read
   */
  public void feed(byte[] bytes, int length) {
    try {
      channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, length));
    } catch (DecoderException e) {
      handOn();
      throw e.getCause() instanceof WireException failure
          ? failure
          : new WireException(ErrorCode.INTERNAL, String.valueOf(e.getMessage()));
    }
    handOn();
  }

  private void handOn() {
    for (Object come = channel.readInbound(); come != null; come = channel.readInbound()) {
      if (!(come instanceof byte[] frame)) {
        ReferenceCountUtil.release(come); // a ping or a goodbye of a WebSocket
        continue;
      }
      if (reader == null && codec != null) {
        reader = codec.newReader();
      }
      Message message = reader == null ? null : reader.read(frame);
      if (message != null) {
        told.accept(message);
      }
    }
  }
}
