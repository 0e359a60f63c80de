// Reads lists of request cases line by line and answers what each parser of .NET hands to an application, files' contents aside.
// System.Web is Mono's; ASP.NET Core, System.Text.Json, Newtonsoft.Json and YamlDotNet are Microsoft's and their authors' own assemblies.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Web;
using System.Web.Hosting;
using System.Xml;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Primitives;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using CoreContext = Microsoft.AspNetCore.Http.DefaultHttpContext;
using CoreQuery = Microsoft.AspNetCore.Http.QueryString;

public static class Parsers {
  delegate IEnumerable<string> Reader(Case one);

  static readonly Encoding Latin1 = Encoding.GetEncoding(28591);
  static readonly Encoding Utf8 = new UTF8Encoding(false, false);

  /** A request as it stands on the wire: one character a byte. */
  sealed class Case {
    public readonly int Id;
    public readonly string Kind, Path, Query, Body, ContentType, Cookie;

    public Case(JObject from) {
      Id = (int)from["id"];
      Kind = (string)from["kind"];
      string target = (string)from["target"];
      int question = target.IndexOf('?');
      Path = question < 0 ? target : target.Substring(0, question);
      Query = question < 0 ? "" : target.Substring(question + 1);
      Body = (string)from["body"];
      ContentType = (string)from["contentType"];
      Cookie = (string)from["cookie"];
    }

    public byte[] Bytes { get { return Latin1.GetBytes(Body); } }
  }

  /** What a web server would say of the request to System.Web. */
  sealed class Worker : SimpleWorkerRequest {
    readonly Case one;

    public Worker(Case one) : base("/", "/tmp", "read", one.Query, TextWriter.Null) { this.one = one; }

    public override string GetHttpVerbName() { return one.Body == "" ? "GET" : "POST"; }
    public override byte[] GetQueryStringRawBytes() { return Latin1.GetBytes(one.Query); }
    public override byte[] GetPreloadedEntityBody() { return one.Bytes; }
    public override bool IsEntireEntityBodyIsPreloaded() { return true; }

    public override string GetKnownRequestHeader(int index) {
      switch (index) {
        case HeaderContentType: return one.ContentType;
        case HeaderCookie: return one.Cookie;
        case HeaderContentLength: return one.Body.Length.ToString();
        case HeaderHost: return "a.example";
        default: return null;
      }
    }
  }

  static HttpRequest SystemWeb(Case one) { return new HttpContext(new Worker(one)).Request; }

  static IEnumerable<string> Texts(NameValueCollection pairs) {
    for (int index = 0; index < pairs.Count; index++) {
      yield return pairs.GetKey(index);
      // What an application is given that asks for one text, and what it is given that asks for all.
      yield return pairs.Get(index);
      foreach (string value in pairs.GetValues(index) ?? new string[0]) yield return value;
    }
  }

  static IEnumerable<string> SystemWebQuery(Case one) { return Texts(SystemWeb(one).QueryString); }
  static IEnumerable<string> ParseQueryString(Case one) { return Texts(HttpUtility.ParseQueryString(one.Query)); }

  static readonly Regex NotAscii = new Regex("charset *= *\"?(utf-7|ibm|cp037|ebcdic)", RegexOptions.IgnoreCase);

  static IEnumerable<string> SystemWebForm(Case one) {
    // Mono decodes such a form before it is cut into pairs, and its escapes once more.
    if (one.ContentType != null && NotAscii.IsMatch(one.ContentType)) throw new NotSupportedException();
    HttpRequest request = SystemWeb(one);
    List<string> found = Texts(request.Form).ToList();
    for (int index = 0; index < request.Files.Count; index++) {
      found.Add(request.Files.GetKey(index));
      found.Add(request.Files[index].FileName);
    }
    return found;
  }

  static IEnumerable<string> SystemWebCookies(Case one) {
    HttpCookieCollection cookies = SystemWeb(one).Cookies;
    for (int index = 0; index < cookies.Count; index++) {
      yield return cookies[index].Name;
      // A value that has pairs in it Mono writes anew, in an order of its own.
      if (!cookies[index].HasKeys) yield return cookies[index].Value;
      foreach (string text in Texts(cookies[index].Values)) yield return text;
    }
  }

  static Microsoft.AspNetCore.Http.HttpRequest Core(Case one) {
    var request = new CoreContext().Request;
    request.Method = one.Body == "" ? "GET" : "POST";
    request.Path = "/read";
    request.QueryString = one.Query == "" ? CoreQuery.Empty : new CoreQuery("?" + one.Query);
    if (one.ContentType != null) request.Headers["Content-Type"] = one.ContentType;
    if (one.Cookie != null) request.Headers["Cookie"] = one.Cookie;
    request.Body = new MemoryStream(one.Bytes);
    return request;
  }

  static IEnumerable<string> Texts(IEnumerable<KeyValuePair<string, StringValues>> pairs) {
    foreach (var pair in pairs) {
      yield return pair.Key;
      yield return pair.Value.ToString();
      foreach (string value in pair.Value) yield return value;
    }
  }

  static IEnumerable<string> CoreRequestQuery(Case one) { return Texts(Core(one).Query); }

  static IEnumerable<string> CoreForm(Case one) {
    var form = new FormFeature(Core(one)).ReadForm();
    return Texts(form).Concat(form.Files.SelectMany(file => new[] { file.Name, file.FileName }));
  }

  static IEnumerable<string> CoreCookies(Case one) {
    return Core(one).Cookies.SelectMany(cookie => new[] { cookie.Key, cookie.Value });
  }

  static IEnumerable<string> NewtonsoftJson(Case one) {
    var found = new List<string>();
    using (var reader = new JsonTextReader(new StreamReader(new MemoryStream(one.Bytes))) { DateParseHandling = DateParseHandling.None })
      Walk(JToken.ReadFrom(reader), found);
    return found;
  }

  static void Walk(JToken token, List<string> found) {
    if (token is JProperty property) found.Add(property.Name);
    if (token is JValue value) {
      if (value.Value != null && !(value.Value is bool)) found.Add(Convert.ToString(value.Value, System.Globalization.CultureInfo.InvariantCulture));
    }
    else foreach (JToken child in token.Children()) Walk(child, found);
  }

  static IEnumerable<string> SystemTextJson(Case one) {
    var found = new List<string>();
    using (var document = System.Text.Json.JsonDocument.Parse(one.Bytes, Lenient)) Walk(document.RootElement, found);
    return found;
  }

  static readonly System.Text.Json.JsonDocumentOptions Lenient =
    new System.Text.Json.JsonDocumentOptions { AllowTrailingCommas = true, CommentHandling = System.Text.Json.JsonCommentHandling.Skip };

  static void Walk(System.Text.Json.JsonElement element, List<string> found) {
    switch (element.ValueKind) {
      case System.Text.Json.JsonValueKind.Object:
        foreach (var property in element.EnumerateObject()) {
          found.Add(property.Name);
          Walk(property.Value, found);
        }
        break;
      case System.Text.Json.JsonValueKind.Array:
        foreach (var member in element.EnumerateArray()) Walk(member, found);
        break;
      case System.Text.Json.JsonValueKind.String: found.Add(element.GetString()); break;
      case System.Text.Json.JsonValueKind.Number: found.Add(element.GetRawText()); break;
    }
  }

  static IEnumerable<string> JavaScriptSerializer(Case one) {
    var found = new List<string>();
    Walk(new System.Web.Script.Serialization.JavaScriptSerializer().DeserializeObject(Utf8.GetString(one.Bytes)), found);
    return found;
  }

  static void Walk(object value, List<string> found) {
    if (value is IDictionary map) foreach (DictionaryEntry entry in map) {
      Walk(entry.Key, found);
      Walk(entry.Value, found);
    }
    else if (value is IEnumerable list && !(value is string)) foreach (object member in list) Walk(member, found);
    else if (value != null && !(value is bool)) found.Add(Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture));
  }

  static IEnumerable<string> XmlDocument(Case one) {
    var found = new List<string>();
    var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse, XmlResolver = null };
    var document = new XmlDocument { XmlResolver = null, PreserveWhitespace = true };
    using (var reader = XmlReader.Create(new MemoryStream(one.Bytes), settings)) document.Load(reader);
    Walk(document.DocumentElement, found);
    return found;
  }

  static void Walk(XmlNode node, List<string> found) {
    if (node.Attributes != null) foreach (XmlAttribute attribute in node.Attributes) found.Add(attribute.Value);
    if (node.NodeType == XmlNodeType.Element) found.Add(node.InnerText);
    else if (node.NodeType == XmlNodeType.Text || node.NodeType == XmlNodeType.CDATA) found.Add(node.Value);
    foreach (XmlNode child in node.ChildNodes) Walk(child, found);
  }

  static IEnumerable<string> Yaml(Case one) {
    var found = new List<string>();
    var parser = new YamlDotNet.Core.Parser(new StreamReader(new MemoryStream(one.Bytes)));
    while (parser.MoveNext()) if (parser.Current is YamlDotNet.Core.Events.Scalar scalar) found.Add(scalar.Value);
    return found;
  }

  static readonly Dictionary<string, Dictionary<string, Reader>> All = new Dictionary<string, Dictionary<string, Reader>> {
    { "query", new Dictionary<string, Reader> { { "System.Web", SystemWebQuery }, { "ParseQueryString", ParseQueryString }, { "ASP.NET Core", CoreRequestQuery } } },
    { "form", new Dictionary<string, Reader> { { "System.Web", SystemWebForm }, { "ASP.NET Core", CoreForm } } },
    { "multipart", new Dictionary<string, Reader> { { "System.Web", SystemWebForm }, { "ASP.NET Core", CoreForm } } },
    { "cookies", new Dictionary<string, Reader> { { "System.Web", SystemWebCookies }, { "ASP.NET Core", CoreCookies } } },
    { "json", new Dictionary<string, Reader> { { "Newtonsoft.Json", NewtonsoftJson }, { "System.Text.Json", SystemTextJson }, { "JavaScriptSerializer", JavaScriptSerializer } } },
    { "xml", new Dictionary<string, Reader> { { "System.Xml", XmlDocument } } },
    { "yaml", new Dictionary<string, Reader> { { "YamlDotNet", Yaml } } },
  };

  static string AsBytes(string text) { return Latin1.GetString(Utf8.GetBytes(text)); }

  static JObject Answer(Case one) {
    var read = new JObject();
    Dictionary<string, Reader> parsers;
    if (All.TryGetValue(one.Kind, out parsers)) foreach (var parser in parsers) {
      try {
        read[parser.Key] = new JArray(parser.Value(one).Where(text => text != null).Select(AsBytes).ToArray());
      } catch (Exception refused) { // A parser passes nothing on of what it refuses.
        if (Environment.GetEnvironmentVariable("PARSERS_DEBUG") != null) Console.Error.WriteLine(parser.Key + ": " + refused);
      }
    }
    return new JObject { { "id", one.Id }, { "read", read } };
  }

  static string VersionOf(Type type) {
    var informational = type.Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
    return informational == null ? type.Assembly.GetName().Version.ToString() : informational.InformationalVersion.Split('+', '-')[0];
  }

  public static void Main() {
    var mono = Type.GetType("Mono.Runtime").GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static);
    var versions = new JObject {
      { "Mono", ((string)mono.Invoke(null, null)).Split(' ')[0] }, { "ASP.NET Core", VersionOf(typeof(FormFeature)) },
      { "System.Text.Json", VersionOf(typeof(System.Text.Json.JsonDocument)) }, { "Newtonsoft.Json", VersionOf(typeof(JToken)) },
      { "YamlDotNet", VersionOf(typeof(YamlDotNet.Core.Parser)) },
    };
    var output = new StreamWriter(Console.OpenStandardOutput(), Utf8) { AutoFlush = true };
    var input = new StreamReader(Console.OpenStandardInput(), Utf8);
    output.WriteLine(new JObject { { "versions", versions } }.ToString(Newtonsoft.Json.Formatting.None));
    for (string line = input.ReadLine(); line != null; line = input.ReadLine()) {
      JArray cases;
      using (var reader = new JsonTextReader(new StringReader(line)) { DateParseHandling = DateParseHandling.None }) cases = JArray.Load(reader);
      output.WriteLine(new JArray(cases.Select(one => Answer(new Case((JObject)one))).ToArray()).ToString(Newtonsoft.Json.Formatting.None));
    }
  }
}
