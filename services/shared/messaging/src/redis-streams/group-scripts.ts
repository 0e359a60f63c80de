import { ENVELOPE_FIELD } from './keys.ts';

// The group's state in one partition is (1) its consumer group on the stream, whose last-delivered-id serves as the
// acknowledged offset (XGROUP SETID; the pending list stays empty), and (2) a hash with the owner's lease:
//
//   owner   the member that may read, '' after it left in good order
//   epoch   rises with every change of owner: the fencing token that acknowledgements must carry
//   until   Redis time in ms after which another member may take over
//   crashes, crashOffset   how many owners in a row went without a word while the offset stood still
//   offset, offsetEpoch, read   the acknowledged offset once more. Who reads a topic can move any group's place on it,
//           but writes its own group's hash only: where the two differ, the hash is right. `offsetEpoch` is not `epoch`
//           where an older version, which does not keep it, owned the partition since
//
// Scripts compare and act in one step, and use the server's clock only.

/** What makes a full Redis empty again must work on a full Redis. */
const DRAINS = '#!lua flags=allow-oom\n';

const NOW = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`;

const GROUP_INFO = `
local function groups(stream)
  local result = {}
  for _, flat in ipairs(redis.call('XINFO', 'GROUPS', stream)) do
    local group = {}
    for i = 1, #flat, 2 do group[flat[i]] = flat[i + 1] end
    result[group['name']] = group
  end
  return result
end
`;

/** KEYS stream. ARGV group. A new group starts with the oldest event that is still there. */
export const ENSURE_GROUP_SCRIPT = `${DRAINS}
local created = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
if created.err and not string.find(created.err, 'BUSYGROUP', 1, true) then return created end
return 1
`;

/**
 * KEYS stream, lease. ARGV group, member, lease ms.
 * Returns {0} if another member holds the lease, else {epoch, offset, entriesRead or '', crashes, where somebody else had
 * moved the group to or ''}.
 */
export const ACQUIRE_SCRIPT = `${DRAINS}${NOW}${GROUP_INFO}
local lease = redis.call('HMGET', KEYS[2], 'owner', 'until', 'crashes', 'crashOffset',
  'offset', 'offsetEpoch', 'epoch', 'read')
local owner = lease[1] or ''
if owner ~= '' and owner ~= ARGV[2] and tonumber(lease[2]) > now then return {0} end
local created = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')
if created.err and not string.find(created.err, 'BUSYGROUP', 1, true) then return created end
local group = groups(KEYS[1])[ARGV[1]]
local offset = group['last-delivered-id']
local read = group['entries-read']
if not read and offset == '0-0' then
  local stream = redis.call('XINFO', 'STREAM', KEYS[1])
  local facts = {}
  for i = 1, #stream, 2 do facts[stream[i]] = stream[i + 1] end
  read = facts['entries-added'] - facts['length']
end
local moved = ''
if lease[5] and lease[6] == lease[7] and lease[5] ~= offset then
  if offset ~= '0-0' then moved = offset end
  offset, read = lease[5], lease[8]
  if read == '' then redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], offset)
  else redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], offset, 'ENTRIESREAD', read) end
end
local crashes = 0
if owner ~= '' and owner ~= ARGV[2] then
  crashes = 1
  if lease[4] == offset then crashes = tonumber(lease[3]) + 1 end
end
local epoch = redis.call('HINCRBY', KEYS[2], 'epoch', 1)
redis.call('HSET', KEYS[2], 'owner', ARGV[2], 'until', now + tonumber(ARGV[3]),
  'crashes', crashes, 'crashOffset', offset, 'offset', offset, 'offsetEpoch', epoch, 'read', tostring(read or ''))
return {epoch, offset, tostring(read or ''), crashes, moved}
`;

/** KEYS lease. ARGV member, epoch, lease ms. Returns 1, or 0 if the partition went to another member. */
export const RENEW_SCRIPT = `${DRAINS}${NOW}
local lease = redis.call('HMGET', KEYS[1], 'owner', 'epoch')
if lease[1] ~= ARGV[1] or lease[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'until', now + tonumber(ARGV[3]))
return 1
`;

/** KEYS lease. ARGV member, epoch. */
export const RELEASE_SCRIPT = `${DRAINS}
local lease = redis.call('HMGET', KEYS[1], 'owner', 'epoch')
if lease[1] ~= ARGV[1] or lease[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'owner', '', 'until', 0, 'crashes', 0)
return 1
`;

/** Moves the offset and drops what every group has behind it. Expects `offset` and `read` as locals. */
const ADVANCE = `
redis.call('HSET', KEYS[2], 'offset', offset, 'read', read)
if read == '' then redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], offset)
else redis.call('XGROUP', 'SETID', KEYS[1], ARGV[1], offset, 'ENTRIESREAD', read) end
local slowest, ms, seq
for _, group in pairs(groups(KEYS[1])) do
  local id = group['last-delivered-id']
  local idMs, idSeq = string.match(id, '^(%d+)-(%d+)$')
  idMs, idSeq = tonumber(idMs), tonumber(idSeq)
  if not slowest or idMs < ms or (idMs == ms and idSeq < seq) then slowest, ms, seq = id, idMs, idSeq end
end
redis.call('XTRIM', KEYS[1], 'MINID', slowest)
`;

/**
 * Acknowledges everything up to an offset. KEYS stream, lease. ARGV group, member, epoch, offset, entriesRead or ''.
 * Returns 1, or 0 if the partition went to another member.
 */
export const COMMIT_SCRIPT = `${DRAINS}${GROUP_INFO}
local lease = redis.call('HMGET', KEYS[2], 'owner', 'epoch')
if lease[1] ~= ARGV[2] or lease[2] ~= ARGV[3] then return 0 end
local offset, read = ARGV[4], ARGV[5]
${ADVANCE}
return 1
`;

/**
 * The same, and stores a dead letter. KEYS stream, lease, dead letters.
 * ARGV group, member, epoch, offset, entriesRead or '', max bytes, then the dead letter's fields and values.
 *
 * Whoever finds an input that a handler cannot digest can make any number of dead letters, so that they too need a
 * bound: beyond it the older half goes, while the count of all stays.
 *
 * Returns {1, dropped}, or {0, 0} if the partition went to another member.
 */
export const DEAD_LETTER_SCRIPT = `${DRAINS}${GROUP_INFO}
local lease = redis.call('HMGET', KEYS[2], 'owner', 'epoch')
if lease[1] ~= ARGV[2] or lease[2] ~= ARGV[3] then return {0, 0} end
local offset, read = ARGV[4], ARGV[5]
local entry = {}
for i = 7, #ARGV do entry[#entry + 1] = ARGV[i] end
redis.call('XADD', KEYS[3], '*', unpack(entry))
redis.call('HSET', KEYS[2], 'crashes', 0)
redis.call('HINCRBY', KEYS[2], 'deadLetters', 1)
local dropped = 0
if redis.call('MEMORY', 'USAGE', KEYS[3]) > tonumber(ARGV[6]) then
  dropped = redis.call('XTRIM', KEYS[3], 'MAXLEN', math.ceil(redis.call('XLEN', KEYS[3]) / 2))
end
${ADVANCE}
return {1, dropped}
`;

/** KEYS members. ARGV member, life ms. Returns the live members, this one included. */
export const HEARTBEAT_SCRIPT = `${DRAINS}${NOW}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
return redis.call('ZRANGE', KEYS[1], 0, -1)
`;

/**
 * What stands after an offset, as much as an answer may hold. KEYS stream. ARGV offset, most entries, most bytes of all, most of
 * one. Returns {id, envelope, bytes} each; the envelope of an entry that is larger than one may be stays where it is.
 *
 * XRANGE alone bounds an answer by entries only: a producer that writes past the publish script fills its consumers' memory.
 */
export const READ_SCRIPT = `#!lua flags=no-writes,allow-oom
local result, total, after = {}, 0, ARGV[1]
for _ = 1, tonumber(ARGV[2]) do
  local entry = redis.call('XRANGE', KEYS[1], '(' .. after, '+', 'COUNT', 1)[1]
  if not entry then break end
  local envelope, bytes = '', 0
  for i = 1, #entry[2] do bytes = bytes + #entry[2][i] end
  for i = 1, #entry[2], 2 do
    if entry[2][i] == '${ENVELOPE_FIELD}' then envelope = entry[2][i + 1] break end
  end
  if bytes > tonumber(ARGV[4]) then envelope = '' end
  if #result > 0 and total + #envelope > tonumber(ARGV[3]) then break end
  total = total + #envelope
  after = entry[1]
  result[#result + 1] = {after, envelope, bytes}
end
return result
`;
