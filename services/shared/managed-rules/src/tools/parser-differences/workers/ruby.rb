# Reads lists of request cases line by line and answers what each parser of Ruby hands to an application, files' contents aside.
require 'date'
require 'json'
require 'rack'
require 'rexml/document'
require 'stringio'
require 'tempfile'
require 'yaml'

def as_bytes(value)
  value.to_s.dup.force_encoding('BINARY').encode('UTF-8', 'ISO-8859-1')
end

# A list of YAML may hold itself: each is gone through once.
def flatten(value, into = [], known = {}.compare_by_identity)
  if value.is_a?(Hash) || value.is_a?(Array)
    return into if known.key?(value)
    known[value] = true
  end
  case value
  when nil, true, false, Tempfile then into
  when Hash
    if value.key?(:tempfile)
      into << as_bytes(value[:filename]) << as_bytes(value[:name])
    else
      value.each do |key, member|
        flatten(key, into, known) unless key == 'text/plain' # Rack's name for a part without one.
        flatten(member, into, known)
      end
    end
  when Array then value.each { |member| flatten(member, into, known) }
  else into << as_bytes(value)
  end
  into
end

def environ(one)
  path, query = one['target'].split('?', 2)
  env = {
    'REQUEST_METHOD' => 'POST', 'PATH_INFO' => path, 'QUERY_STRING' => query || '', 'SERVER_NAME' => 'a.example',
    'SERVER_PORT' => '80', 'rack.url_scheme' => 'http', 'CONTENT_LENGTH' => one['body'].length.to_s,
    'rack.input' => StringIO.new(bytes(one['body']))
  }
  env['CONTENT_TYPE'] = bytes(one['contentType']) if one['contentType']
  env['HTTP_COOKIE'] = bytes(one['cookie']) if one['cookie']
  env
end

def bytes(text)
  text.encode('ISO-8859-1').force_encoding('BINARY')
end

def element_texts(element)
  texts = element.texts.map { |text| as_bytes(text.value) }
  element.attributes.each { |_, value| texts << as_bytes(value) }
  element.each_element { |child| texts.concat(element_texts(child)) }
  texts
end

PARSERS = {
  'query' => { 'Rack' => ->(one) { flatten(Rack::Request.new(environ(one)).GET) } },
  'form' => { 'Rack' => ->(one) { flatten(Rack::Request.new(environ(one)).POST) } },
  'multipart' => { 'Rack' => ->(one) { flatten(Rack::Request.new(environ(one)).POST) } },
  'json' => { 'JSON of Ruby' => ->(one) { flatten(JSON.parse(bytes(one['body']).force_encoding('UTF-8'))) } },
  'xml' => { 'REXML' => ->(one) { element_texts(REXML::Document.new(bytes(one['body'])).root) } },
  'cookies' => { 'Rack' => ->(one) { flatten(Rack::Request.new(environ(one)).cookies) } },
  'yaml' => { 'Psych' => ->(one) { flatten(YAML.safe_load(bytes(one['body']), aliases: true, permitted_classes: [Date, Time, Symbol])) } }
}.freeze

$stdout.sync = true
puts JSON.generate('versions' => { 'Ruby' => RUBY_VERSION, 'Rack' => Rack.release, 'JSON' => JSON::VERSION, 'REXML' => REXML::VERSION, 'Psych' => Psych::VERSION })
$stdin.each_line do |line|
  lists = JSON.parse(line).map do |one|
    answers = {}
    PARSERS.fetch(one['kind'], {}).each do |name, parser|
      answers[name] = parser.call(one)
    rescue StandardError
      next # What a parser refuses it hands to nobody.
    end
    { 'id' => one['id'], 'read' => answers }
  end
  puts JSON.generate(lists)
end
