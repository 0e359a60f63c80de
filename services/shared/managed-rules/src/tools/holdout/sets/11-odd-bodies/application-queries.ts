// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs send it
import { browserJson, client, clientForm, clientJson, get } from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const odata = (path: string, options: Record<string, string>): HoldoutRequest =>
  client(
    'GET',
    `/odata/${path}?${Object.entries(options)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`,
    ['OData-Version', '4.0'],
  );
const elastic = (index: string, document: object): HoldoutRequest =>
  clientJson(`/${index}/_search`, document);
const prometheus = (query: string): HoldoutRequest =>
  get('/api/v1/query_range', { query, start: '1764230400', end: '1764234000', step: '15' });
const graphql = (query: string, variables: object = {}): HoldoutRequest =>
  browserJson('/graphql', { operationName: null, variables, query });
const patch = (type: string, target: string, document: unknown): HoldoutRequest =>
  client('PATCH', target, ['Content-Type', type], JSON.stringify(document));

const INTROSPECTION =
  'query IntrospectionQuery { __schema { queryType { name } mutationType { name } types { ...FullType } directives { name description locations args { ...InputValue } } } } fragment FullType on __Type { kind name description fields(includeDeprecated: true) { name args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason } inputFields { ...InputValue } enumValues(includeDeprecated: true) { name } possibleTypes { ...TypeRef } } fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue } fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name } } }';

/** Of the set `odd-bodies`: applications' query languages, and notations for changes. */
export const APPLICATION_QUERIES: Readonly<Record<string, HoldoutRequest>> = {
  'OData: an apostrophe': odata('Products', { $filter: "Name eq 'O''Brien' and Price gt 5", $top: '20' }),
  'OData: functions': odata('Products', {
    $filter: "contains(tolower(Name),'lamp') and not endswith(Code,'-X')",
    $orderby: 'Name asc',
  }),
  'OData: any': odata('Orders', {
    $filter: "Lines/any(l: l/Quantity gt 10 or l/Sku eq 'A-1')",
    $expand: 'Lines($select=Sku,Quantity)',
  }),
  'OData: dates': odata('Orders', {
    $filter: 'Created ge 2026-11-01T00:00:00Z and Created lt 2026-12-01T00:00:00Z',
    $count: 'true',
  }),
  'OData: a list': odata('Customers', {
    $filter: "Country in ('CH','DE','AT') and (Rank eq 1 or Rank eq 2)",
    $skip: '40',
  }),
  'OData: sums': odata('Sales', {
    $apply: 'filter(Year eq 2026)/groupby((Region),aggregate(Amount with sum as Total))',
  }),
  'OData: a key': client('GET', "/odata/Customers('ALFKI')/Orders?$select=Id,Total", []),
  'OData: SharePoint': client(
    'GET',
    "/_api/web/lists/getbytitle('Shared%20Documents')/items?$filter=FSObjType%20eq%200%20and%20startswith(Title,'Q3')&$select=Id,Title,Author/Title&$expand=Author",
    [],
  ),
  'OData: Dynamics': client(
    'GET',
    "/api/data/v9.2/accounts?$filter=name%20eq%20'Caf%C3%A9%20''Chez%20nous'''%20and%20statecode%20eq%200&$select=name,revenue",
    [],
  ),
  'Elasticsearch: a search': elastic('logs-*', {
    size: 500,
    sort: [{ '@timestamp': { order: 'desc' } }],
    query: {
      bool: {
        must: [],
        filter: [
          { query_string: { query: 'level:error AND NOT path:"/health" OR status:[500 TO 599]' } },
          { range: { '@timestamp': { gte: 'now-15m', lte: 'now', format: 'strict_date_optional_time' } } },
        ],
      },
    },
  }),
  'Elasticsearch: a script': elastic('orders', {
    aggs: {
      total: { sum: { script: { source: "doc['price'].value * doc['count'].value", lang: 'painless' } } },
    },
    size: 0,
  }),
  'Elasticsearch: many': client(
    'POST',
    '/_msearch',
    ['Content-Type', 'application/x-ndjson'],
    `${JSON.stringify({ index: 'shop' })}\n${JSON.stringify({ query: { multi_match: { query: "men's shoes", fields: ['title^3', 'text'], fuzziness: 'AUTO' } } })}\n`,
  ),
  'Elasticsearch: words': elastic('shop', {
    query: { match_phrase: { title: 'drop in the ocean' } },
    highlight: { pre_tags: ['<em>'], post_tags: ['</em>'], fields: { title: {} } },
  }),
  'Elasticsearch: ES|QL': clientJson('/_query', {
    query:
      'FROM logs-* | WHERE status >= 500 AND host == "web1" | STATS n = COUNT(*) BY path | SORT n DESC | LIMIT 10',
  }),
  'Kibana: KQL': get('/app/discover', {
    _a: "(columns:!(message),filters:!(),index:'logs-*',query:(language:kuery,query:'status >= 500 and not agent : *bot*'))",
  }),
  'OpenSearch: SQL': clientJson('/_plugins/_ppl', {
    query: 'source=logs | where status = 500 | stats count() by host',
  }),
  'Solr: a query': get('/solr/shop/select', {
    q: 'title:(lamp OR light) AND -stock:0',
    fq: '{!geofilt sfield=place}',
    pt: '47.37,8.54',
    d: '5',
    sort: 'score desc,price asc',
    fl: '*,score',
  }),
  'Prometheus: a rate': prometheus(
    'sum by (code) (rate(http_requests_total{job="api",code=~"5.."}[5m])) / ignoring(code) group_left sum(rate(http_requests_total[5m]))',
  ),
  'Prometheus: a quantile': prometheus(
    'histogram_quantile(0.99, sum(rate(http_request_duration_seconds_bucket{path!~"/health|/ready"}[5m])) by (le))',
  ),
  'Prometheus: memory': prometheus(
    '(1 - node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes) * 100 > 90 and on(instance) up == 1',
  ),
  'Prometheus: a label': prometheus('label_replace(up, "host", "$1", "instance", "(.*):.*") or vector(0)'),
  'Loki: a search': get('/loki/api/v1/query_range', {
    query: '{app="shop",env!="dev"} |= "error" != "timeout" | json | line_format "{{.msg}}" | status >= 500',
    limit: '1000',
  }),
  'Grafana: a panel': browserJson('/api/ds/query?ds_type=postgres', {
    queries: [
      {
        refId: 'A',
        datasource: { type: 'prometheus', uid: 'P1' },
        expr: 'avg_over_time(up{job=~"$job"}[$__interval])',
        legendFormat: '{{instance}}',
      },
    ],
    from: 'now-6h',
    to: 'now',
  }),
  'Grafana: variables': get('/d/abc/shop', {
    'var-host': 'web1',
    'var-query': '.*',
    from: 'now-1h',
    to: 'now',
    'var-filter': 'path|=~|/api/.*',
  }),
  'InfluxDB: Flux': client(
    'POST',
    '/api/v2/query?org=shop',
    ['Content-Type', 'application/vnd.flux'],
    'from(bucket: "shop")\n  |> range(start: -1h)\n  |> filter(fn: (r) => r._measurement == "cpu" and r.host != "dev")\n  |> mean()',
  ),
  'JMESPath: a filter': get('/api/export', {
    query: "Reservations[].Instances[?State.Name=='running' && Tags[?Key=='env']].InstanceId | [0]",
  }),
  'JSONPath: a mapping': browserJson('/api/mappings/4', {
    source: "$.orders[?(@.total > 100 && @.state == 'paid')].lines[*].sku",
    target: 'sku',
  }),
  'jq: a mapping': browserJson('/api/mappings/5', {
    program: '.items[] | select(.price >= 10) | {id, name: (.name // "none")}',
  }),
  'JSONata: a mapping': browserJson('/api/mappings/6', {
    expr: "$sum(Account.Order.Product.(Price * Quantity)) & ' CHF'",
  }),
  'JSON:API: filters': get('/articles', {
    'filter[title][contains]': "l'été",
    'filter[or][0][state]': 'open',
    'filter[or][1][state]': 'new',
    'page[number]': '2',
    'page[size]': '25',
    sort: '-created,title',
    include: 'author,comments.author',
    'fields[people]': 'name',
  }),
  'Django: lookups': get('/api/orders/', {
    created__gte: '2026-11-01',
    customer__name__icontains: "o'h",
    ordering: '-created',
    state__in: 'paid,sent',
  }),
  'PostgREST: filters': get('/orders', {
    select: 'id,total,customer(name)',
    total: 'gte.100',
    or: '(state.eq.paid,state.eq.sent)',
    order: 'created.desc.nullslast',
  }),
  'RSQL: a filter': get('/api/products', { search: "name=='*lamp*';(price=gt=10,stock=in=(1,2,3))" }),
  'Salesforce: a query of the kind that tools send': get('/services/data/v60.0/parameterizedSearch/', {
    q: "O'Brien & Sons",
    sobject: 'Account',
    'Account.fields': 'id,name',
  }),
  'GraphQL: introspection': graphql(INTROSPECTION),
  'GraphQL: introspection by GET': get('/graphql', { query: '{__schema{types{name kind}}}' }),
  'GraphQL: a batch': browserJson('/graphql', [
    { operationName: 'A', query: 'query A { me { id } }', variables: {} },
    {
      operationName: 'B',
      query: 'query B($n: Int!) { orders(first: $n) { edges { node { id total } } } }',
      variables: { n: 10 },
    },
  ]),
  'GraphQL: aliases': graphql(
    '{ small: image(size: 64) { url } large: image(size: 1024) { url } cart: order(state: "open") { id } }',
  ),
  'GraphQL: nested variables': graphql(
    'mutation U($input: OrderInput!) { update(input: $input) { errors { field message } } }',
    {
      input: {
        id: 7,
        note: "please don't ring; use the door at the back",
        lines: [{ sku: 'A-1', count: 2, options: { engraving: 'R & D <3' } }],
      },
    },
  ),
  'GraphQL: directives': graphql(
    'query Q($a: Boolean!) { me { name @include(if: $a) avatar @skip(if: $a) ...F } } fragment F on User @argumentDefinitions(size: {type: "Int"}) { id }',
  ),
  'GraphQL: a block string': graphql('mutation { post(text: """\nHello "world"\n  it\'s me\n""") { id } }'),
  'GraphQL: a persisted query': get('/graphql', {
    operationName: 'Home',
    variables: '{"first":20}',
    extensions:
      '{"persistedQuery":{"version":1,"sha256Hash":"ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38"}}',
  }),
  'JSON Patch': patch('application/json-patch+json', '/api/orders/7', [
    { op: 'test', path: '/version', value: 4 },
    { op: 'replace', path: '/lines/0/note', value: "it's a gift" },
    { op: 'remove', path: '/a~1b/~0c' },
    { op: 'move', from: '/x', path: '/y/-' },
  ]),
  'JSON Merge Patch': patch('application/merge-patch+json', '/api/me', {
    name: "D'Angelo",
    nick: null,
    settings: { theme: 'dark' },
  }),
  'SCIM: a patch': patch('application/scim+json', '/scim/v2/Users/2819c223', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'ann@shop.example' }],
  }),
  'SCIM: a filter': get('/scim/v2/Users', {
    filter: 'userName eq "o\'brien@shop.example" and active eq true',
    startIndex: '1',
    count: '100',
  }),
  'JSON-RPC: a batch': clientJson('/rpc', [
    { jsonrpc: '2.0', method: 'sum', params: [1, 2], id: '1' },
    { jsonrpc: '2.0', method: 'notify', params: { text: 'done & dusted' } },
  ]),
  'Odoo: a domain': browserJson('/web/dataset/call_kw/res.partner/search_read', {
    jsonrpc: '2.0',
    method: 'call',
    params: {
      model: 'res.partner',
      method: 'search_read',
      args: [['|', ['name', 'ilike', "l'art"], ['email', '!=', false]]],
      kwargs: { limit: 80, context: { lang: 'fr_FR', tz: 'Europe/Zurich' } },
    },
  }),
  'MongoDB: Compass': clientJson('/action/find', {
    collection: 'orders',
    database: 'shop',
    filter: { state: 'paid', total: { $gte: 100 } },
    sort: { created: -1 },
    limit: 20,
  }),
  SPARQL: clientForm('/sparql', {
    query:
      'PREFIX foaf: <http://xmlns.com/foaf/0.1/> SELECT ?name WHERE { ?p a foaf:Person ; foaf:name ?name . FILTER(lang(?name) = "de" && STRLEN(?name) > 3) } LIMIT 10',
  }),
  'Cypher: a browser': clientJson('/db/neo4j/query/v2', {
    statement:
      'MATCH (p:Person)-[:BOUGHT]->(i:Item) WHERE i.price > $min RETURN p.name, count(i) ORDER BY p.name LIMIT 25',
    parameters: { min: 10 },
  }),
  'Splunk: a search': clientForm('/services/search/jobs', {
    search: 'search index=web status>=500 | stats count by host, uri_path | where count > 10 | sort -count',
    earliest_time: '-24h@h',
  }),
  'Datadog: a monitor': clientJson('/api/v1/monitor', {
    type: 'metric alert',
    query: 'avg(last_5m):avg:system.load.1{env:prod} by {host} > 4',
    message: '{{#is_alert}}Load on {{host.name}} is {{value}}{{/is_alert}} @slack-ops',
  }),
  'Overpass: a map': clientForm('/api/interpreter', {
    data: '[out:json][timeout:25];(node["amenity"="cafe"](47.3,8.4,47.4,8.6);way["shop"~"bakery|butcher"](around:500,47.37,8.54););out body;>;out skel qt;',
  }),
  'CQL of a map': get('/geoserver/wfs', {
    service: 'WFS',
    request: 'GetFeature',
    typeNames: 'topp:states',
    cql_filter: "STATE_NAME LIKE 'N%' AND PERSONS BETWEEN 1000000 AND 5000000",
    outputFormat: 'application/json',
  }),
  'Jira: a filter': browserJson('/rest/api/3/search/jql', {
    jql: 'assignee = currentUser() ORDER BY updated DESC',
    fields: ['summary', 'status'],
    maxResults: 50,
  }),
  'GitHub: a search': get('/search', {
    q: 'repo:a/b is:issue is:open label:"good first issue" -author:app/bot "select all" in:title',
    type: 'issues',
  }),
  'Algolia: filters': clientJson('/1/indexes/*/queries', {
    requests: [
      {
        indexName: 'shop',
        params:
          "query=d'or&hitsPerPage=24&filters=price%20%3C%20100%20AND%20(brand%3A%22L'Or%C3%A9al%22%20OR%20NOT%20stock%3D0)&facets=%5B%22brand%22%5D&highlightPreTag=%3Cais-highlight-0000000000%3E",
      },
    ],
  }),
  'Stripe: a search': get('/v1/charges/search', {
    query: "amount>999 AND metadata['order_id']:'6735' AND -status:\"failed\"",
  }),
  'Airtable: a formula': get('/v0/app1/Tasks', {
    filterByFormula: "AND({State}='Open', OR(FIND('x', {Name}) > 0, {Due} < TODAY()))",
    'sort[0][field]': 'Due',
  }),
  'Notion: a filter': clientJson('/v1/databases/4f/query', {
    filter: {
      and: [
        { property: 'Done', checkbox: { equals: false } },
        { or: [{ property: 'Tags', multi_select: { contains: 'R&D' } }] },
      ],
    },
  }),
  'a rule of a mail box': browserJson('/api/filters', {
    name: 'Lists',
    sieve:
      'require ["fileinto","imap4flags"];\nif allof (header :contains "list-id" "<dev.lists.example>", not header :matches "subject" "*urgent*") {\n  fileinto "Lists/Dev";\n  stop;\n}',
  }),
  'a rule of a shop': browserJson('/api/promotions', {
    condition: "cart.total >= 100 && customer.group == 'vip' || coupon in ['NOV','BLACK']",
    action: 'cart.total * 0.9',
  }),
};
