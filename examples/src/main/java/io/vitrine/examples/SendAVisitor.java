package io.vitrine.examples;

import io.vitrine.collections.Functions;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.store.Visitor;
import java.io.IOException;

/** Sends a visitor to an entry: applied atomically where the entry lives, in one round trip. */
final class SendAVisitor {
  private SendAVisitor() {}

  /** Takes an amount from an account that has it. Both sides know this class by its name. */
  record Withdraw(long amount) implements Visitor<Long> {
    @Override
    public Long visit(Long balance) {
      if (balance == null || balance < amount) {
        throw new IllegalStateException("balance is " + balance + ", wanted " + amount);
      }
      return balance - amount;
    }
  }

  static void main(String[] args) throws IOException {
    var types = new TypeRegistry().register(Withdraw.class);
    try (Vitrine store = Vitrine.inMemory(types);
        VitrineServer server = VitrineServer.start(store, ServerOptions.DEFAULT);
        Vitrine client = Vitrine.connect("127.0.0.1", server.address().getPort(), types)) {
      ObservableMap<String, Long> accounts = client.map("/maps/accounts", String.class, Long.class);
      accounts.put("alice", 100L);
      Long left = accounts.syncUpdate("alice", new Withdraw(30), Functions.identity());
      System.out.println("alice has " + left);
      try {
        accounts.syncUpdate("alice", new Withdraw(500), Functions.identity());
      } catch (RuntimeException e) {
        System.out.println("refused: " + e.getMessage());
      }
      System.out.println("alice has " + accounts.get("alice"));
    }
  }
}
