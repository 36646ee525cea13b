package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.server.WebOptions;
import io.vitrine.remote.wire.Event;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.ScriptTimeoutException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * The example page in a real browser. It needs {@code chromium} and {@code chromium-driver}; where
 * these are missing the test fails and says so.
 */
@Timeout(300)
@SuppressWarnings("NullAway.Init") // Set up before each test.
class BrowserPageTest {
  /** It complains that the browser is newer than what Selenium knows; held, so that this stays. */
  private static final Logger VERSIONS =
      Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

  static {
    VERSIONS.setLevel(Level.OFF);
  }

  @TempDir private Path folder;

  private final ConcurrentLinkedQueue<Event> asked = new ConcurrentLinkedQueue<>();
  private Vitrine vitrine;
  private ObservableMap<String, Object> prices;
  private VitrineServer server;
  private ChromeDriver browser;

  @BeforeEach
  void start() throws Exception {
    vitrine = Vitrine.inMemory();
    prices = vitrine.map("/maps/prices", String.class, Object.class);
    server = serve(0);
    browser = open();
  }

  @AfterEach
  void stop() {
    if (browser != null) {
      browser.quit();
    }
    server.close();
    vitrine.close();
  }

  private VitrineServer serve(int port) throws IOException {
    String page = Files.readString(Path.of("browser", "map.html"));
    return VitrineServer.start(
        vitrine,
        ServerOptions.DEFAULT
            .withAddress("127.0.0.1", port)
            .withWeb(WebOptions.DEFAULT.withPage(page))
            .withRecorder((_, client, message) -> {
              if (client) {
                asked.addAll(message.events());
              }
            }));
  }

  private ChromeDriver open() throws Exception {
    String chromium =
        Programs.first(
            List.of("chromium", "chromium-browser", "google-chrome"),
            List.of("--version"),
            "no chromium found; install it (Debian, Ubuntu: apt-get install chromium)");
    String driver =
        Programs.first(
            List.of("chromedriver"),
            List.of("--version"),
            "no chromedriver found; install it (Debian, Ubuntu: apt-get install chromium-driver)");
    var options =
        new ChromeOptions()
            .setBinary(found(chromium))
            .addArguments(
                "--headless=new",
                "--no-sandbox", // In containers everything runs as root.
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--user-data-dir=" + folder.resolve("profile"));
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(found(driver)))
            .withTimeout(Duration.ofMinutes(2)) // to start
            .build();
    var driverOfPage = new ChromeDriver(service, options);
    driverOfPage.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
    return driverOfPage;
  }

  /** The path of a program that is in PATH. */
  private static String found(String program) {
    for (String place : System.getenv("PATH").split(File.pathSeparator, -1)) {
      Path file = Path.of(place, program);
      if (Files.isExecutable(file)) {
        return file.toString();
      }
    }
    throw new IllegalStateException(program + " is not in PATH");
  }

  private String text(String id) {
    return browser.findElement(By.id(id)).getText();
  }

  /** Waits until an element of the page shows this; the page says when it changes. */
  private void await(String id, String expected) {
    String script =
        """
        const [id, expected, done] = arguments;
        const element = document.getElementById(id);
        const look = () => {
          if (element.innerText.replaceAll("\\t", " ").trim() === expected) {
            observer.disconnect();
            done();
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(element, {childList: true, characterData: true, subtree: true});
        look();
        """;
    try {
      browser.executeAsyncScript(script, id, expected);
    } catch (ScriptTimeoutException e) {
      assertEquals(expected, text(id));
    }
    assertEquals(expected, text(id));
  }

  private String url() {
    return "http://127.0.0.1:" + server.address().getPort() + "/?map=prices";
  }

  @Test
  void thePageShowsAMapLiveAndGoesOnAfterALostConnection() throws Exception {
    prices.put("gold", 101.5);
    prices.put("tin", Map.of("<b>", List.of(1L, Long.MAX_VALUE, "x")));
    browser.get(url());
    await("rows", "gold 101.5\ntin {<b>: [1, 9223372036854775807, x]}");
    assertEquals("connected", text("status"));
    assertEquals("2 entries", text("count"));
    prices.put("zinc", "rare");
    prices.put("gold", 102L);
    prices.remove("tin");
    await("rows", "gold 102\nzinc rare");

    int port = server.address().getPort();
    server.close();
    await("status", "connection lost, trying again");
    assertEquals("gold 102\nzinc rare", text("rows"));
    prices.put("lead", 1L);
    prices.remove("zinc");
    asked.clear();
    server = serve(port);
    await("rows", "gold 102\nlead 1");
    await("status", "connected");
    Event subscribe =
        asked.stream().filter(event -> event.name().equals("subscribe")).findFirst().orElseThrow();
    assertTrue(((Map<?, ?>) subscribe.argument()).containsKey("from"), subscribe.toString());
    prices.put("lead", 2L);
    await("rows", "gold 102\nlead 2");
  }

  @Test
  void aPageFromElsewhereGetsNoConnection() {
    browser.get("data:text/html,<p>elsewhere</p>");
    String script =
        "const done = arguments[1];"
            + "const socket = new WebSocket(arguments[0]);"
            + "socket.onopen = () => done('open'); socket.onerror = () => done('refused');";
    String own = "ws://127.0.0.1:" + server.address().getPort() + "/wire";
    assertEquals("refused", browser.executeAsyncScript(script, own));
    browser.get(url());
    assertEquals("open", browser.executeAsyncScript(script, own));
  }
}
