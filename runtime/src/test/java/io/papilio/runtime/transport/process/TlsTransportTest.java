package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.tls.Certificates;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class TlsTransportTest extends NetContract {
  @TempDir private static Path folder;
  private static TlsFiles tls;

  @BeforeAll
  static void makeCertificates() throws Exception {
    tls = Certificates.authority(folder, "workers").worker("worker");
  }

  @Override
  NetOptions options() {
    return NetOptions.of(CREDENTIALS).withSharing(Sharing.NEVER).withTls(tls);
  }
}
