package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ShmTransportTest extends NetContract {
  @TempDir private Path folder;

  @Override
  NetOptions options() {
    return NetOptions.of(CREDENTIALS).withSharing(Sharing.ALWAYS).withFolder(new ShmFolder(folder));
  }
}
