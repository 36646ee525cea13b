package io.vitrine.remote.server;

import static io.netty.handler.codec.http.HttpHeaderNames.CONNECTION;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.HOST;
import static io.netty.handler.codec.http.HttpHeaderNames.ORIGIN;
import static io.netty.handler.codec.http.HttpHeaderNames.UPGRADE;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.vitrine.remote.wire.SecondLook;
import io.vitrine.remote.wire.WebSocketPayload;
import io.vitrine.remote.wire.WireEncoding;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Answers the one request that a connection which began with HTTP has: makes a WebSocket of it, or
 * says why not, and closes. For one connection.
 */
final class WebSocketUpgrade extends SimpleChannelInboundHandler<FullHttpRequest> {
  static final String PATH = "/wire";

  private static final int REQUEST_BODY_MAX = 8 << 10;

  /** Longer than any browser takes to send a request. */
  private static final long REQUEST_MILLIS = 10_000;

  private final ServerContext server;
  private final Connection connection;
  private boolean answered;

  private WebSocketUpgrade(ServerContext server, Connection connection) {
    this.server = server;
    this.connection = connection;
  }

  /** Makes a request of its parts, and refuses one that is too large as all others are. */
  private static final class Request extends HttpObjectAggregator {
    private final WebSocketUpgrade upgrade;

    Request(WebSocketUpgrade upgrade) {
      super(REQUEST_BODY_MAX);
      this.upgrade = upgrade;
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage request) {
      if (!upgrade.answered) {
        upgrade.answered = true;
        refuse(
            ctx,
            HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
            "the request has more than " + REQUEST_BODY_MAX + " bytes");
      }
    }
  }

  /**
   * Puts the handlers of HTTP behind another.
   *
   * @param ctx the one before
   * @param server what the connections share
   * @param connection whose pipeline it is
   */
  static void begin(ChannelHandlerContext ctx, ServerContext server, Connection connection) {
    ChannelPipeline pipeline = ctx.pipeline();
    var upgrade = new WebSocketUpgrade(server, connection);
    pipeline.addAfter(ctx.name(), "upgrade", upgrade);
    pipeline.addAfter(ctx.name(), "request", new Request(upgrade));
    pipeline.addAfter(ctx.name(), "http", new HttpServerCodec());
    long millis = Math.min(REQUEST_MILLIS, server.options().limits().frame().silenceMillis());
    ChannelHandlerContext own = pipeline.context(upgrade);
    var late = SecondLook.after(ctx.executor(), millis, () -> upgrade.late(own, millis));
    ctx.channel().closeFuture().addListener(_ -> late.cancel(false)); // which holds all of it
  }

  /**
   * Refuses a request that has not come by the time at which a hello should have; on the event
   * loop.
   *
   * @return false if the connection has none, or it is answered
   */
  static boolean isLate(Channel channel) {
    WebSocketUpgrade upgrade = channel.pipeline().get(WebSocketUpgrade.class);
    if (upgrade == null || upgrade.answered) {
      return false;
    }
    long millis = upgrade.server.options().limits().helloMillis();
    upgrade.late(channel.pipeline().context(upgrade), millis);
    return true;
  }

  private void late(ChannelHandlerContext ctx, long millis) {
    if (!answered) {
      answered = true;
      refuse(
          ctx,
          HttpResponseStatus.REQUEST_TIMEOUT,
          "the request has been coming for more than " + millis + " ms");
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
    if (answered) {
      return;
    }
    answered = true;
    String path = request.uri();
    path = path.indexOf('?') < 0 ? path : path.substring(0, path.indexOf('?'));
    String page = server.options().web().page();
    if (!request.decoderResult().isSuccess()) {
      refuse(ctx, HttpResponseStatus.BAD_REQUEST, "this is no request of HTTP/1.1");
    } else if (connection.isRefused()) {
      refuse(ctx, HttpResponseStatus.SERVICE_UNAVAILABLE, "there are too many connections");
    } else if (!request.method().equals(HttpMethod.GET)) {
      refuse(ctx, HttpResponseStatus.METHOD_NOT_ALLOWED, "there is nothing but GET here");
    } else if (path.equals(PATH)) {
      upgrade(ctx, request);
    } else if (path.equals("/") && page != null) {
      answer(ctx, HttpResponseStatus.OK, "text/html; charset=utf-8", page);
    } else {
      refuse(
          ctx,
          HttpResponseStatus.NOT_FOUND,
          "this is a server of Vitrine; there is a WebSocket at " + PATH);
    }
  }

  private void upgrade(ChannelHandlerContext ctx, FullHttpRequest request) {
    boolean wanted =
        request.headers().containsValue(CONNECTION, HttpHeaderValues.UPGRADE, true)
            && request.headers().contains(UPGRADE, HttpHeaderValues.WEBSOCKET, true);
    if (!wanted) {
      refuse(ctx, HttpResponseStatus.UPGRADE_REQUIRED, "at " + PATH + " there is a WebSocket");
      return;
    }
    if (!request.headers().contains(HttpHeaderNames.SEC_WEBSOCKET_KEY)) {
      refuse(ctx, HttpResponseStatus.BAD_REQUEST, "the request has no Sec-WebSocket-Key");
      return;
    }
    String origin = request.headers().get(ORIGIN);
    var origins = new Origins(server.options().web().origins(), server.options().host());
    if (!origins.allows(origin, request.headers().get(HOST))) {
      refuse(
          ctx,
          HttpResponseStatus.FORBIDDEN,
          "pages from "
              + origin
              + " may not connect; allow them when the server is started (serve --allow-origin)");
      return;
    }
    shake(ctx, request);
  }

  private void shake(ChannelHandlerContext ctx, FullHttpRequest request) {
    WebSocketServerHandshaker handshaker =
        WatchedFrames.isSpoken(request)
            ? new WatchedFrames.Handshaker(
                server.options().limits().frame(), connection::frameBytesMax, server.frames())
            : null;
    if (handshaker == null) {
      WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(ctx.channel())
          .addListener(ChannelFutureListener.CLOSE);
      return;
    }
    ChannelPipeline pipeline = ctx.pipeline();
    pipeline.addAfter(
        ctx.name(),
        "payload",
        new WebSocketPayload(connection::speaks, connection::frameBytesMax, server.frames()));
    pipeline.addAfter(
        ctx.name(),
        "frames",
        new WebSocketFrames(
            () -> connection.encoding() == WireEncoding.YAML,
            connection::last,
            connection::receivedNothing));
    connection.writeApart();
    // Puts coders of frames in the place of those of HTTP.
    handshaker
        .handshake(ctx.channel(), request)
        .addListener(done -> {
          if (!done.isSuccess()) {
            var _ = ctx.channel().close();
          }
        });
    pipeline.remove(this);
  }

  private static void refuse(ChannelHandlerContext ctx, HttpResponseStatus status, String why) {
    answer(ctx, status, "text/plain; charset=utf-8", why + "\n");
  }

  private static void answer(
      ChannelHandlerContext ctx, HttpResponseStatus status, String type, String text) {
    var response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    response
        .headers()
        .set(CONTENT_TYPE, type)
        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .set("X-Content-Type-Options", "nosniff")
        .set(HttpHeaderNames.X_FRAME_OPTIONS, "DENY")
        .set(CONNECTION, HttpHeaderValues.CLOSE);
    set(response, status, HttpResponseStatus.METHOD_NOT_ALLOWED, "Allow", "GET");
    set(response, status, HttpResponseStatus.UPGRADE_REQUIRED, "Upgrade", "websocket");
    HttpUtil.setContentLength(response, response.content().readableBytes());
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  private static void set(
      DefaultFullHttpResponse response,
      HttpResponseStatus status,
      HttpResponseStatus where,
      String name,
      @Nullable String value) {
    if (status.equals(where)) {
      response.headers().set(name, value);
    }
  }
}
