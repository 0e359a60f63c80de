/** Functions and procedures of the databases, from their manuals, by theme. A word that is one of these is `f`. */
export const SQL_FUNCTIONS: readonly string[] = [
  // numbers
  `abs acos asin atan atan2 bin bit_and bit_count bit_length bit_or bit_xor cbrt ceil ceiling conv cos
  cot crc32 degrees exp floor hex ln log log10 log2 oct pi pow power radians rand random randomblob
  round setseed sign sin sqrt tan total trunc truncate width_bucket`,
  // text
  `ascii btrim char char_length character_length charindex chr compress concat concat_ws decode
  difference elt encode encrypt export_set field find_in_set format from_base64 group_concat initcap
  instr instrrev lcase left length load_file locate lower lpad ltrim make_set mid octet_length ord
  overlay parsename patindex position quote quote_ident quote_literal quote_nullable quotename
  regexp_instr regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr
  replicate reverse rpad rtrim soundex space split_part strcmp strcomp strconv string_agg
  string_to_array strpos stuff substr substring substring_index to_ascii to_base64 to_char to_hex
  translate trim ucase uncompress unhex unicode upper xmlagg xmlelement xmlforest xmltype`,
  // null, choice, types
  `any cast cbool cbyte ccur cdate cdbl charset choose cint clng coalesce coercibility convert
  convert_from convert_to convert_tz csng cvar exists greatest if iff ifnull iif isdate isnull
  isnumeric least nullif nz row some to_date to_number to_timestamp try_cast try_convert typeof using`,
  // date and time
  `adddate addtime age clock_timestamp curdate curtime date date_add date_format date_part date_sub
  date_trunc dateadd datediff datefromparts datename datepart dateserial datetime2fromparts
  datetimefromparts datetimeoffsetfromparts datevalue day dayname dayofmonth dayofweek dayofyear
  eomonth extract from_days from_unixtime get_format getdate getutcdate hour isfinite julianday
  justify_days justify_hours justify_interval makedate microsecond minute month monthname now overlaps
  period_add period_diff quarter sec_to_time smalldatetimefromparts statement_timestamp str_to_date
  subdate subtime sysdate sysdatetime sysdatetimeoffset time_format time_to_sec timediff timefromparts
  timeofday timeserial timestampadd timevalue to_days to_seconds transaction_timestamp unix_timestamp
  week weekday weekdayname weekofyear year yearweek`,
  // aggregates and windows
  `array_agg array_cat array_fill array_length array_lower array_ndims array_prepend array_to_json
  array_to_string array_upper avg bool_and bool_or checksum_agg count cume_dist dense_rank first_value
  generate_series generate_subscripts grouping grouping_id lag last_value lead max min nth_value ntile
  percent_rank percentile_disc rank row_number row_to_json stddev stddev_pop stddev_samp sum unnest
  var var_pop var_samp variance varp`,
  // hashes, encryption, identifiers
  `aes_decrypt aes_encrypt asymkey_id cert_id certencoded certprivatekey decryptbyasmkey decryptbycert
  decryptbykey decryptbykeyautocert decryptbypassphrase des_decrypt des_encrypt encryptbycert
  encryptbykey encryptbypassphrase hashbytes key_guid key_id md5 old_password pwdcompare pwdencrypt
  sha sha1 sha2 signbycert uuid uuid_short verifysignedbycert`,
  // waiting, locking, replication
  `benchmark dbms_lock.sleep dbms_pipe.receive_message get_lock is_free_lock is_used_lock
  master_pos_wait pg_advisory_lock pg_sleep release_lock sleep wait_until_sql_thread_after_gtids`,
  // the server, the session, the schema
  `app_name applock_mode applock_test assemblyproperty changes col_length col_name collation
  columnproperty columns_updated connection_id ctxsys.drithsx.sn current_database current_query
  current_schema current_schemas current_setting currval cursor_status database_principal_id
  databasepropertyex db_id db_name extractvalue file_id file_idex file_name filegroup_id
  filegroup_name filegroupproperty fileproperty filetoblob filetoclob fn_virtualfilestats found_rows
  fulltextcatalogproperty fulltextserviceproperty has_foreign_data_wrapper_privilege has_perms_by_name
  host_name ident_current ident_incr ident_seed identify indexkey_property indexproperty inet_aton
  inet_ntoa is_member is_objectsigned is_rolemember is_srvrolemember last_insert_id last_insert_rowid
  lastval load_extension name_const nextval object_definition object_id object_name object_schema_name
  objectproperty objectpropertyex opendatasource openquery openrowset openxml original_db_name
  original_login permissions pg_backend_pid pg_cancel_backend pg_client_encoding pg_conf_load_time
  pg_create_restore_point pg_has_role pg_is_in_recovery pg_is_other_temp_schema pg_listening_channels
  pg_ls_dir pg_my_temp_schema pg_postmaster_start_time pg_read_binary_file pg_read_file pg_reload_conf
  pg_rotate_logfile pg_start_backup pg_stat_file pg_stop_backup pg_switch_xlog pg_terminate_backend
  publishingservername row_count schema_id scope_identity serverproperty session_user set_config
  set_masklen setval sql_variant_property sqlite_version stats_date suser_id suser_name suser_sid
  suser_sname system_user tertiary_weights textptr textvalid total_changes trigger_nestlevel type_id
  type_name typeproperty updatexml user_lock.sleep utl_http.request dbms_utility.sqlid_to_sqlhash utl_inaddr.get_host_address
  utl_inaddr.get_host_name version`,
  // geometry, networks, text search, documents
  `json_keys masklen netmask xml_is_well_formed xmlcomment xmlconcat xmlexists xmlpi xmlroot xpath
  xpath_exists`,
  // Access
  `chdir curdir currentuser davg dcount dfirst dlast dlookup dmax dmin dsum filedatetime filelen getattr
  mkdir setattr`,
  // others
  `enum_first enum_last enum_range isempty todatetimeoffset try_parse zeroblob`,
].flatMap((words) => words.split(/\s+/));
