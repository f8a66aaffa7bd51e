import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/**
 * Compiles for whoever asks at a socket, until the process that it was started for has ended: compilers take most of their time to
 * get going.
 *
 * <p>Asked are lines: "javac", or the classpath of Kotlin's compiler, and the words of its command. The answer is the exit status and
 * what was printed.
 */
final class Compiling {
    private static final Map<String, ClassLoader> KOTLIN = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        Path place = Path.of(arguments[0]);
        ProcessHandle.of(Long.parseLong(arguments[1])).orElseThrow().onExit().thenRun(() -> {
            File folder = place.getParent().toFile();
            for (File file : folder.listFiles((in, name) -> name.startsWith(place.getFileName().toString()))) {
                file.delete();
            }
            folder.delete();
            Runtime.getRuntime().halt(0);
        });
        try (ServerSocketChannel open = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            open.bind(UnixDomainSocketAddress.of(place));
            System.out.println("ready");
            while (true) {
                try (SocketChannel asking = open.accept()) {
                    String asked = new String(Channels.newInputStream(asking).readAllBytes(), StandardCharsets.UTF_8);
                    if (asked.isEmpty()) {
                        continue; // only whether somebody is there
                    }
                    asking.write(ByteBuffer.wrap(answer(asked.split("\n", -1)).getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
    }

    private static String answer(String[] asked) throws Exception {
        String[] words = Arrays.copyOfRange(asked, 1, asked.length);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status;
        if (asked[0].equals("javac")) {
            status = ToolProvider.getSystemJavaCompiler().run(null, said, said, words);
        } else {
            Class<?> compiler = kotlin(asked[0]).loadClass("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler");
            Object code = compiler.getMethod("exec", PrintStream.class, String[].class)
                    .invoke(compiler.getConstructor().newInstance(), new PrintStream(said, true), words);
            status = (int) code.getClass().getMethod("getCode").invoke(code);
        }
        return status + "\n" + said.toString(StandardCharsets.UTF_8);
    }

    private static ClassLoader kotlin(String classpath) throws Exception {
        if (!KOTLIN.containsKey(classpath)) {
            List<String> jars = List.of(classpath.split(File.pathSeparator));
            URL[] places = new URL[jars.size()];
            for (int at = 0; at < places.length; at++) {
                places[at] = new File(jars.get(at)).toURI().toURL();
            }
            KOTLIN.put(classpath, new URLClassLoader(places, ClassLoader.getPlatformClassLoader()));
        }
        return KOTLIN.get(classpath);
    }
}
