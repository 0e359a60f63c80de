// Reads lists of request cases line by line and answers what each parser of Java hands to an application, files' contents aside.
// Servers are called over sockets, as in production.

import com.alibaba.fastjson2.JSON;
import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import graphql.language.StringValue;
import graphql.parser.Parser;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.LogManager;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.commons.fileupload.FileItem;
import org.apache.commons.fileupload.RequestContext;
import org.apache.commons.fileupload.disk.DiskFileItemFactory;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.json.JSONArray;
import org.json.JSONObject;
import org.json.JSONTokener;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ReactiveHttpInputMessage;
import org.springframework.http.codec.FormHttpMessageReader;
import org.springframework.http.codec.multipart.DefaultPartHttpMessageReader;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.http.codec.multipart.FormFieldPart;
import org.springframework.util.MultiValueMap;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.reader.UnicodeReader;
import reactor.core.publisher.Flux;

public class Parsers {
  interface Reader {
    List<String> read(JSONObject one) throws Exception;
  }

  static final int TIMEOUT_MS = 5_000;
  /** Cases at once: servers answer others while one of them waits. */
  static final int THREADS = 8;
  static final ObjectMapper JACKSON = new ObjectMapper();
  static final MultipartConfigElement PARTS = new MultipartConfigElement("", 1 << 20, 1 << 20, 1 << 20);

  static String asBytes(String text) {
    // Half a pair of surrogates would become a question mark.
    return new String(text.replaceAll("[\\ud800-\\udfff]", "\ufffd").getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  static void add(List<String> into, String text) {
    if (text != null) into.add(asBytes(text));
  }

  /** Says as JSON what it was handed. */
  static class Echo extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
      List<String> found = new ArrayList<>();
      if (request.getCookies() != null)
        for (Cookie cookie : request.getCookies()) {
          add(found, cookie.getName());
          add(found, cookie.getValue());
        }
      try {
        if (request.getContentType() != null && request.getContentType().toLowerCase().startsWith("multipart/"))
          for (Part part : request.getParts()) {
            add(found, part.getName());
            add(found, part.getSubmittedFileName());
          }
      } catch (Exception refused) {
        // Parameters of the parts that came before may still be there.
      }
      request.getParameterMap().forEach((name, values) -> {
        add(found, name);
        for (String value : values) add(found, value);
      });
      byte[] page = new JSONArray(found).toString().getBytes(StandardCharsets.UTF_8);
      response.setContentType("application/json");
      response.setContentLength(page.length);
      response.getOutputStream().write(page);
    }
  }

  /** Connections to a server of this process, one of each thread. */
  static class Clients implements Reader {
    final ThreadLocal<Client> clients;

    Clients(int port) {
      clients = ThreadLocal.withInitial(() -> new Client(port));
    }

    public List<String> read(JSONObject one) throws Exception {
      return clients.get().read(one);
    }
  }

  /** One connection to a server, opened again whenever it is closed. */
  static class Client {
    final int port;
    Socket socket;
    InputStream in;

    Client(int port) {
      this.port = port;
    }

    List<String> read(JSONObject one) throws Exception {
      try {
        return ask(one);
      } catch (IOException closed) {
        drop();
        return null;
      }
    }

    void drop() throws IOException {
      if (socket != null) socket.close();
      socket = null;
    }

    List<String> ask(JSONObject one) throws IOException {
      if (socket == null) {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
      }
      String body = one.getString("body");
      StringBuilder wire = new StringBuilder();
      wire.append(body.isEmpty() ? "GET " : "POST ").append(one.getString("target")).append(" HTTP/1.1\r\nHost: a.example\r\n");
      if (!one.isNull("contentType")) wire.append("Content-Type: ").append(one.getString("contentType")).append("\r\n");
      if (!one.isNull("cookie")) wire.append("Cookie: ").append(one.getString("cookie")).append("\r\n");
      wire.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
      socket.getOutputStream().write(wire.toString().getBytes(StandardCharsets.ISO_8859_1));
      String status = line();
      int length = -1;
      boolean closes = false;
      for (String header = line(); !header.isEmpty(); header = line()) {
        String lower = header.toLowerCase();
        if (lower.startsWith("content-length:")) length = Integer.parseInt(lower.substring(15).trim());
        if (lower.startsWith("connection:") && lower.contains("close")) closes = true;
      }
      if (length < 0 || !status.contains(" 200")) {
        drop();
        return null;
      }
      byte[] page = in.readNBytes(length);
      if (closes) drop();
      List<String> values = new ArrayList<>();
      for (Object value : new JSONArray(new String(page, StandardCharsets.UTF_8))) values.add((String) value);
      return values;
    }

    String line() throws IOException {
      StringBuilder text = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) throw new IOException("closed");
        if (next != '\r') text.append((char) next);
      }
      return text.toString();
    }
  }

  static Clients tomcat() throws Exception {
    Tomcat tomcat = new Tomcat();
    File folder = Files.createTempDirectory("parsers-tomcat").toFile();
    folder.deleteOnExit();
    tomcat.setBaseDir(folder.getPath());
    tomcat.setPort(0);
    tomcat.setHostname("127.0.0.1");
    tomcat.getConnector().setProperty("relaxedQueryChars", "\"<>[\\]^`{|}");
    Context context = tomcat.addContext("", folder.getPath());
    context.setAllowCasualMultipartParsing(true);
    Tomcat.addServlet(context, "echo", new Echo()).setMultipartConfigElement(PARTS);
    context.addServletMappingDecoded("/*", "echo");
    tomcat.start();
    return new Clients(tomcat.getConnector().getLocalPort());
  }

  static Clients jetty() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler handler = new ServletContextHandler();
    ServletHolder holder = new ServletHolder(new Echo());
    holder.getRegistration().setMultipartConfig(new MultipartConfigElement(System.getProperty("java.io.tmpdir"), 1 << 20, 1 << 20, 1 << 20));
    handler.addServlet(holder, "/*");
    server.setHandler(handler);
    server.start();
    return new Clients(connector.getLocalPort());
  }

  static Clients undertow() throws Exception {
    DeploymentInfo info = Servlets.deployment().setClassLoader(Parsers.class.getClassLoader()).setContextPath("/").setDeploymentName("parsers")
        .addServlet(Servlets.servlet("echo", Echo.class).setMultipartConfig(PARTS).addMapping("/*"));
    DeploymentManager manager = Servlets.defaultContainer().addDeployment(info);
    manager.deploy();
    Undertow server = Undertow.builder().addHttpListener(0, "127.0.0.1").setIoThreads(1).setWorkerThreads(4).setHandler(manager.start()).build();
    server.start();
    return new Clients(((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort());
  }

  /** What Vert.x, Micronaut and Play read queries with. */
  static List<String> nettyQuery(JSONObject one) {
    List<String> found = new ArrayList<>();
    new QueryStringDecoder(one.getString("target")).parameters().forEach((name, values) -> {
      add(found, name);
      for (String value : values) add(found, value);
    });
    return found;
  }

  static List<String> nettyForm(JSONObject one) throws Exception {
    FullHttpRequest request =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, one.getString("target"), Unpooled.wrappedBuffer(bodyOf(one)));
    if (!one.isNull("contentType")) request.headers().set("content-type", one.getString("contentType"));
    // Servers ask this decoder for forms only; other types of several parts it would read as one of pairs.
    if (one.getString("kind").equals("multipart") && !HttpPostRequestDecoder.isMultipart(request)) return null;
    List<String> found = new ArrayList<>();
    HttpPostRequestDecoder decoder = new HttpPostRequestDecoder(new DefaultHttpDataFactory(false), request);
    try {
      for (InterfaceHttpData data : decoder.getBodyHttpDatas()) {
        add(found, data.getName());
        if (data instanceof FileUpload file) add(found, file.getFilename());
        else if (data instanceof Attribute attribute) add(found, attribute.getValue());
      }
    } finally {
      decoder.destroy();
    }
    return found;
  }

  static Reader nettyCookies(ServerCookieDecoder decoder) {
    return (one) -> {
      List<String> found = new ArrayList<>();
      decoder.decodeAll(one.getString("cookie")).forEach((cookie) -> {
        add(found, cookie.name());
        add(found, cookie.value());
      });
      return found;
    };
  }

  static final FormHttpMessageReader WEBFLUX_FORMS = new FormHttpMessageReader();
  static final DefaultPartHttpMessageReader WEBFLUX_PARTS = new DefaultPartHttpMessageReader();
  static final ResolvableType TEXTS = ResolvableType.forClassWithGenerics(MultiValueMap.class, String.class, String.class);

  /** A request as WebFlux's readers take it. */
  static ReactiveHttpInputMessage messageOf(JSONObject one) {
    HttpHeaders headers = new HttpHeaders();
    if (!one.isNull("contentType")) headers.set("Content-Type", one.getString("contentType"));
    DataBuffer body = DefaultDataBufferFactory.sharedInstance.wrap(bodyOf(one));
    return new ReactiveHttpInputMessage() {
      public HttpHeaders getHeaders() {
        return headers;
      }

      public Flux<DataBuffer> getBody() {
        return Flux.just(body);
      }
    };
  }

  static List<String> webFluxForm(JSONObject one) {
    List<String> found = new ArrayList<>();
    WEBFLUX_FORMS.readMono(TEXTS, messageOf(one), Map.of()).block().forEach((name, values) -> {
      add(found, name);
      for (String value : values) add(found, value);
    });
    return found;
  }

  /** Parts that came before a fault were handed over. */
  static List<String> webFluxParts(JSONObject one) {
    List<String> found = new ArrayList<>();
    WEBFLUX_PARTS.read(ResolvableType.forClass(org.springframework.http.codec.multipart.Part.class), messageOf(one), Map.of())
        .doOnNext((part) -> {
          add(found, part.name());
          if (part instanceof FilePart file) add(found, file.filename());
          if (part instanceof FormFieldPart field) add(found, field.value());
        })
        .onErrorComplete().blockLast();
    return found;
  }

  /** As Struts and Spring before 6 read parts. */
  static List<String> fileUpload(JSONObject one) throws Exception {
    byte[] body = bodyOf(one);
    List<FileItem> items = new org.apache.commons.fileupload.FileUpload(new DiskFileItemFactory()).parseRequest(new RequestContext() {
      public String getCharacterEncoding() {
        return "UTF-8";
      }

      public String getContentType() {
        return one.optString("contentType", null);
      }

      public int getContentLength() {
        return body.length;
      }

      public InputStream getInputStream() {
        return new ByteArrayInputStream(body);
      }
    });
    List<String> found = new ArrayList<>();
    for (FileItem item : items) {
      add(found, item.getFieldName());
      if (item.isFormField()) add(found, item.getString("UTF-8"));
      else add(found, item.getName());
    }
    return found;
  }

  static List<String> fastjson(JSONObject one) {
    List<String> found = new ArrayList<>();
    walkYaml(JSON.parse(bodyOf(one)), found);
    return found;
  }

  static List<String> woodstox(JSONObject one) throws Exception {
    XMLInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    List<String> found = new ArrayList<>();
    XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(bodyOf(one)));
    try {
      while (reader.hasNext())
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            for (int index = 0; index < reader.getAttributeCount(); index++) add(found, reader.getAttributeValue(index));
          }
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> add(found, reader.getText());
          default -> { }
        }
    } catch (Exception refused) {
      // What came before was handed over.
    }
    return found;
  }

  /** Texts of a document of GraphQL, by itself or in JSON. */
  static List<String> graphqlJava(JSONObject one) throws Exception {
    String text = new String(bodyOf(one), StandardCharsets.UTF_8);
    boolean isJson = one.getString("contentType").toLowerCase().contains("json");
    List<String> found = new ArrayList<>();
    walk(Parser.parse(isJson ? JACKSON.readTree(text).get("query").asText() : text), found);
    return found;
  }

  static void walk(graphql.language.Node<?> node, List<String> found) {
    if (node instanceof StringValue text) add(found, text.getValue());
    for (graphql.language.Node<?> child : node.getChildren()) walk(child, found);
  }

  static Map<String, Reader> with(Map<String, Reader> servers, String name, Reader reader) {
    Map<String, Reader> all = new LinkedHashMap<>(servers);
    all.put(name, reader);
    return all;
  }

  static byte[] bodyOf(JSONObject one) {
    return one.getString("body").getBytes(StandardCharsets.ISO_8859_1);
  }

  static List<String> jackson(JSONObject one) throws Exception {
    List<String> found = new ArrayList<>();
    walk(JACKSON.readTree(bodyOf(one)), found);
    return found;
  }

  static void walk(JsonNode node, List<String> found) {
    node.fields().forEachRemaining((member) -> {
      add(found, member.getKey());
      walk(member.getValue(), found);
    });
    if (node.isArray()) node.elements().forEachRemaining((element) -> walk(element, found));
    if (node.isValueNode() && !node.isBoolean() && !node.isNull()) add(found, node.asText());
  }

  static List<String> gson(JSONObject one) {
    List<String> found = new ArrayList<>();
    walk(JsonParser.parseString(new String(bodyOf(one), StandardCharsets.UTF_8)), found);
    return found;
  }

  static void walk(JsonElement element, List<String> found) {
    if (element.isJsonObject())
      element.getAsJsonObject().entrySet().forEach((member) -> {
        add(found, member.getKey());
        walk(member.getValue(), found);
      });
    if (element.isJsonArray()) element.getAsJsonArray().forEach((one) -> walk(one, found));
    if (element.isJsonPrimitive()) add(found, element.getAsString());
  }

  static List<String> orgJson(JSONObject one) {
    List<String> found = new ArrayList<>();
    walk(new JSONTokener(new String(bodyOf(one), StandardCharsets.UTF_8)).nextValue(), found);
    return found;
  }

  static void walk(Object value, List<String> found) {
    if (value instanceof JSONObject object)
      for (String name : object.keySet()) {
        add(found, name);
        walk(object.get(name), found);
      }
    else if (value instanceof JSONArray array) for (Object one : array) walk(one, found);
    else add(found, String.valueOf(value));
  }

  static List<String> snakeYaml(JSONObject one) {
    List<String> found = new ArrayList<>();
    // The next of several documents may have faults.
    for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(new UnicodeReader(new ByteArrayInputStream(bodyOf(one)))))
      walkYaml(document, found);
    return found;
  }

  static void walkYaml(Object value, List<String> found) {
    if (value instanceof Map<?, ?> map)
      map.forEach((name, member) -> {
        walkYaml(name, found);
        walkYaml(member, found);
      });
    else if (value instanceof Iterable<?> list) list.forEach((one) -> walkYaml(one, found));
    else if (value instanceof byte[] bytes) found.add(new String(bytes, StandardCharsets.ISO_8859_1));
    else if (value != null && !(value instanceof Boolean)) add(found, value.toString());
  }

  static List<String> xerces(JSONObject one) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
    factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
    List<String> found = new ArrayList<>();
    var builder = factory.newDocumentBuilder();
    builder.setErrorHandler(null);
    walk(builder.parse(new ByteArrayInputStream(bodyOf(one))).getDocumentElement(), found);
    return found;
  }

  static void walk(Node node, List<String> found) {
    NamedNodeMap attributes = node.getAttributes();
    for (int index = 0; attributes != null && index < attributes.getLength(); index++) add(found, attributes.item(index).getNodeValue());
    if (node.getNodeType() == Node.ELEMENT_NODE || node.getNodeType() == Node.TEXT_NODE) add(found, node.getTextContent());
    for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) walk(child, found);
  }

  static String versionOf(Class<?> type) {
    String file = new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getName();
    return file.replaceAll("^.*?-(?=\\d)|\\.jar$", "");
  }

  static JSONObject answer(JSONObject one, Map<String, Reader> parsers) {
    JSONObject answers = new JSONObject();
    parsers.forEach((name, reader) -> {
      try {
        List<String> values = reader.read(one);
        if (values != null) answers.put(name, values);
      } catch (Throwable refused) {
        // A parser passes nothing on of what it refuses.
      }
    });
    return new JSONObject().put("id", one.getInt("id")).put("read", answers);
  }

  public static void main(String[] words) throws Exception {
    LogManager.getLogManager().reset();
    System.setErr(new PrintStream(PrintStream.nullOutputStream()));
    Map<String, Reader> servers = new LinkedHashMap<>();
    servers.put("Tomcat", tomcat());
    servers.put("Jetty", jetty());
    servers.put("Undertow", undertow());
    Map<String, Map<String, Reader>> parsers = Map.of(
        "query", with(servers, "Netty", Parsers::nettyQuery),
        "form", with(with(servers, "Netty", Parsers::nettyForm), "WebFlux", Parsers::webFluxForm),
        "multipart", with(with(with(servers, "Netty", Parsers::nettyForm), "WebFlux", Parsers::webFluxParts), "FileUpload", Parsers::fileUpload),
        "cookies", with(with(servers, "Netty", nettyCookies(ServerCookieDecoder.STRICT)), "Netty, lax", nettyCookies(ServerCookieDecoder.LAX)),
        "json", Map.of("Jackson", Parsers::jackson, "Gson", Parsers::gson, "org.json", Parsers::orgJson, "fastjson2", Parsers::fastjson),
        "graphql", Map.of("graphql-java", Parsers::graphqlJava),
        "xml", Map.of("Xerces", Parsers::xerces, "Woodstox", Parsers::woodstox),
        "yaml", Map.of("SnakeYAML", Parsers::snakeYaml));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Map<String, String> versions = new LinkedHashMap<>(Map.of("Java", System.getProperty("java.version")));
    Map.of("Tomcat", Tomcat.class, "Jetty", Server.class, "Undertow", Undertow.class, "Netty", QueryStringDecoder.class, "Jackson", ObjectMapper.class,
        "Gson", JsonParser.class, "org.json", JSONObject.class, "SnakeYAML", Yaml.class).forEach((name, type) -> versions.put(name, versionOf(type)));
    Map.of("Spring WebFlux", FormHttpMessageReader.class, "Commons FileUpload", org.apache.commons.fileupload.FileUpload.class, "fastjson2", JSON.class, "graphql-java", Parser.class,
        "Woodstox", WstxInputFactory.class).forEach((name, type) -> versions.put(name, versionOf(type)));
    out.println(new JSONObject(Map.of("versions", versions)));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JSONArray cases = new JSONArray(line);
      List<Future<JSONObject>> answers = new ArrayList<>();
      for (int index = 0; index < cases.length(); index++) {
        JSONObject one = cases.getJSONObject(index);
        answers.add(threads.submit(() -> answer(one, parsers.getOrDefault(one.getString("kind"), Map.of()))));
      }
      JSONArray lists = new JSONArray();
      for (Future<JSONObject> answer : answers) lists.put(answer.get());
      out.println(lists);
    }
    System.exit(0);
  }
}
