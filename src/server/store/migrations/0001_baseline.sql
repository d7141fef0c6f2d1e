-- Written by npm run schema from the model. Do not edit: change src/model or src/server/store/tables.

-- tenant: Tenants
create table "tenant" (
  id bigint not null,
  "code" varchar(12) collate "C" not null,
  "tenant_name" varchar(100) collate "C" not null,
  "domain" varchar(255) collate "C",
  "linkman" varchar(50) collate "C",
  "contact_number" varchar(11) collate "C",
  "account_number" integer,
  "expire_time" date,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tenant_pkey" primary key (id)
);
create unique index "tenant_code_key" on "tenant" ("code") where is_deleted = 0;
create index "tenant_create_time_id" on "tenant" ("create_time", "id") where is_deleted = 0;
create index "tenant_code_trgm" on "tenant" using gin ("code" gin_trgm_ops);
create index "tenant_tenant_name_grams" on "tenant" using gin (rounds_grams('', "tenant_name"));
select rounds_share('"tenant"');

-- client: Clients
create table "client" (
  id bigint not null,
  "client_id" varchar(64) collate "C",
  "authorized_grant_types" varchar(200) collate "C",
  "access_token_validity" integer default 3600,
  "refresh_token_validity" integer default 604800,
  "captcha" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "client_pkey" primary key (id)
);
create unique index "client_client_id_key" on "client" ("client_id") where is_deleted = 0;
create index "client_create_time_id" on "client" ("create_time", "id") where is_deleted = 0;
create index "client_client_id_trgm" on "client" using gin ("client_id" gin_trgm_ops);
select rounds_share('"client"');

-- user: Users
create table "user" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "account" varchar(50) collate "C" not null,
  "user_type" smallint default 1,
  "name" varchar(50) collate "C",
  "real_name" varchar(50) collate "C" not null,
  "avatar" varchar(500) collate "C",
  "email" varchar(100) collate "C",
  "phone" varchar(11) collate "C",
  "birthday" date,
  "sex" smallint,
  "role_id" varchar(200) collate "C",
  "role_name" varchar(200) collate "C",
  "dept_id" bigint,
  "dept_name" varchar(100) collate "C",
  "entrusted_id" bigint,
  "fiscal_tax_id" bigint,
  "provider_id" bigint,
  "login_error_count" integer default 0 not null,
  "lock_until" timestamptz,
  "status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "user_pkey" primary key (tenant_id, id),
  constraint "user_has_tenant" check (tenant_id <> '')
);
create unique index "user_account_key" on "user" ("tenant_id", "account") where is_deleted = 0;
create index "user_create_time_id" on "user" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "user_account_trgm" on "user" using gin ("account" gin_trgm_ops);
create index "user_real_name_grams" on "user" using gin (rounds_grams(tenant_id, "real_name"));
create index "user_user_type_create_time_id" on "user" ("tenant_id", "user_type", "create_time", "id") where is_deleted = 0;
create index "user_status_create_time_id" on "user" ("tenant_id", "status", "create_time", "id") where is_deleted = 0;
create index "user_entrusted_id_create_time_id" on "user" ("tenant_id", "entrusted_id", "create_time", "id") where is_deleted = 0;
create index "user_fiscal_tax_id_create_time_id" on "user" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "user_provider_id_create_time_id" on "user" ("tenant_id", "provider_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"user"');
create or replace function "rounds_search_user"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."real_name", old."account", old."entrusted_id", old."fiscal_tax_id", old."provider_id", old."is_deleted") is not distinct from (new."real_name", new."account", new."entrusted_id", new."fiscal_tax_id", new."provider_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('user') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'user', t.id, null,
    coalesce(left(t."real_name", 200), ''), t."account",
    rounds_key(t."account"), rounds_key(t."real_name"), rounds_terms(t."real_name", t."account", rounds_readings(t."real_name")),
    array_remove(array[t.tenant_id || ':user', 'company:' || t."entrusted_id", 'fiscalTax:' || t."fiscal_tax_id", 'provider:' || t."provider_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "real_name", "account", "entrusted_id", "fiscal_tax_id", "provider_id", "is_deleted" on "user" for each row execute function "rounds_search_user"();

-- role: Roles
create table "role" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "parent_id" bigint,
  "role_name" varchar(50) collate "C" not null,
  "role_alias" varchar(50) collate "C" not null,
  "sort" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "role_pkey" primary key (tenant_id, id),
  constraint "role_has_tenant" check (tenant_id <> '')
);
create unique index "role_role_alias_key" on "role" ("tenant_id", "role_alias") where is_deleted = 0;
create index "role_sort_id" on "role" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "role_create_time_id" on "role" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "role_role_name_grams" on "role" using gin (rounds_grams(tenant_id, "role_name"));
create index "role_role_alias_grams" on "role" using gin (rounds_grams(tenant_id, "role_alias"));
create index "role_parent_id_sort_id" on "role" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"role"');
create or replace function "rounds_search_role"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."role_name", old."role_alias", old."is_deleted") is not distinct from (new."role_name", new."role_alias", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('role') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'role', t.id, null,
    coalesce(left(t."role_name", 200), ''), t."role_alias",
    rounds_key(t."role_alias"), rounds_key(t."role_name"), rounds_terms(t."role_name", t."role_alias", rounds_readings(t."role_name")),
    array_remove(array[t.tenant_id || ':role'], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "role_name", "role_alias", "is_deleted" on "role" for each row execute function "rounds_search_role"();

-- menu: Menus
create table "menu" (
  id bigint not null,
  "parent_id" bigint,
  "code" varchar(64) collate "C",
  "name" varchar(50) collate "C",
  "name_en" varchar(100) collate "C",
  "path" varchar(200) collate "C",
  "source" varchar(64) collate "C",
  "category" smallint,
  "is_open" smallint default 1,
  "sort" integer default 0 not null,
  "top_code" varchar(64) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "menu_pkey" primary key (id)
);
create unique index "menu_code_key" on "menu" ("code") where is_deleted = 0;
create index "menu_sort_id" on "menu" ("sort", "id") where is_deleted = 0;
create index "menu_create_time_id" on "menu" ("create_time", "id") where is_deleted = 0;
create index "menu_name_grams" on "menu" using gin (rounds_grams('', "name"));
create index "menu_code_trgm" on "menu" using gin ("code" gin_trgm_ops);
create index "menu_parent_id_sort_id" on "menu" ("parent_id", "sort", "id") where is_deleted = 0;
select rounds_share('"menu"');

-- dept: Departments
create table "dept" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "parent_id" bigint,
  "dept_name" varchar(100) collate "C" not null,
  "full_name" varchar(200) collate "C",
  "dept_category" smallint default 2,
  "sort" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "dept_pkey" primary key (tenant_id, id),
  constraint "dept_has_tenant" check (tenant_id <> '')
);
create index "dept_sort_id" on "dept" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "dept_create_time_id" on "dept" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dept_dept_name_grams" on "dept" using gin (rounds_grams(tenant_id, "dept_name"));
create index "dept_parent_id_sort_id" on "dept" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"dept"');
create or replace function "rounds_search_dept"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."dept_name", old."is_deleted") is not distinct from (new."dept_name", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dept') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dept', t.id, null,
    coalesce(left(t."dept_name", 200), ''), null,
    null, rounds_key(t."dept_name"), rounds_terms(t."dept_name", null, rounds_readings(t."dept_name")),
    array_remove(array[t.tenant_id || ':dept'], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "dept_name", "is_deleted" on "dept" for each row execute function "rounds_search_dept"();

-- securityEvent: Security events
create table "security_event" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "kind" smallint,
  "subject" varchar(100) collate "C",
  "detail" varchar(500) collate "C",
  "detail_en" varchar(500) collate "C",
  "actor_id" bigint,
  "actor_name" varchar(50) collate "C",
  "ip" varchar(64) collate "C",
  "event_time" timestamptz default now() not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "security_event_pkey" primary key (tenant_id, id),
  constraint "security_event_has_tenant" check (tenant_id <> '')
);
create index "security_event_event_time_id" on "security_event" ("tenant_id", "event_time", "id") where is_deleted = 0;
create index "security_event_create_time_id" on "security_event" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "security_event_kind_event_time_id" on "security_event" ("tenant_id", "kind", "event_time", "id") where is_deleted = 0;
create index "security_event_subject_trgm" on "security_event" using gin ("subject" gin_trgm_ops);
create index "security_event_subject_id" on "security_event" ("tenant_id", "subject", "id") where is_deleted = 0;
create index "security_event_actor_id_event_time_id" on "security_event" ("tenant_id", "actor_id", "event_time", "id") where is_deleted = 0;
create index "security_event_ip_event_time_id" on "security_event" ("tenant_id", "ip", "event_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"security_event"');

-- param: System parameters
create table "param" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "param_name" varchar(100) collate "C" not null,
  "param_key" varchar(100) collate "C" not null,
  "param_value" varchar(2000) collate "C" not null,
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "param_pkey" primary key (tenant_id, id),
  constraint "param_has_tenant" check (tenant_id <> '')
);
create unique index "param_param_key_key" on "param" ("tenant_id", "param_key") where is_deleted = 0;
create index "param_create_time_id" on "param" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "param_param_name_grams" on "param" using gin (rounds_grams(tenant_id, "param_name"));
create index "param_param_key_trgm" on "param" using gin ("param_key" gin_trgm_ops);
select rounds_protect('"param"');
create or replace function "rounds_search_param"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."param_name", old."param_key", old."is_deleted") is not distinct from (new."param_name", new."param_key", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('param') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'param', t.id, null,
    coalesce(left(t."param_name", 200), ''), t."param_key",
    rounds_key(t."param_key"), rounds_key(t."param_name"), rounds_terms(t."param_name", t."param_key", rounds_readings(t."param_name")),
    array_remove(array[t.tenant_id || ':param'], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "param_name", "param_key", "is_deleted" on "param" for each row execute function "rounds_search_param"();

-- dictBiz: Business dictionaries
create table "dict_biz" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "parent_id" bigint,
  "code" varchar(64) collate "C" not null,
  "dict_key" varchar(64) collate "C",
  "dict_value" varchar(100) collate "C" not null,
  "sort" integer default 0 not null,
  "is_sealed" smallint default 0 not null,
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "dict_biz_pkey" primary key (tenant_id, id),
  constraint "dict_biz_has_tenant" check (tenant_id <> '')
);
create unique index "dict_biz_code_dict_key_key" on "dict_biz" ("tenant_id", "code", "dict_key") where is_deleted = 0;
create index "dict_biz_sort_id" on "dict_biz" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "dict_biz_create_time_id" on "dict_biz" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dict_biz_code_trgm" on "dict_biz" using gin ("code" gin_trgm_ops);
create index "dict_biz_code_id" on "dict_biz" ("tenant_id", "code", "id") where is_deleted = 0;
create index "dict_biz_dict_value_grams" on "dict_biz" using gin (rounds_grams(tenant_id, "dict_value"));
create index "dict_biz_is_sealed_sort_id" on "dict_biz" ("tenant_id", "is_sealed", "sort", "id") where is_deleted = 0;
create index "dict_biz_parent_id_sort_id" on "dict_biz" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
create index "dict_biz_dict_key_grams" on "dict_biz" using gin (rounds_grams(tenant_id, "dict_key"));
select rounds_protect('"dict_biz"');
create or replace function "rounds_search_dict_biz"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."dict_value", old."code", old."dict_key", old."is_deleted") is not distinct from (new."dict_value", new."code", new."dict_key", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dictBiz') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dictBiz', t.id, null,
    coalesce(left(t."dict_value", 200), ''), concat_ws(' · ', nullif(t."code", ''), nullif(t."dict_key", '')),
    rounds_key(t."code"), rounds_key(t."dict_value"), rounds_terms(t."dict_value", t."code", rounds_readings(t."dict_value")),
    array_remove(array[t.tenant_id || ':dictBiz', 'company:*', 'fiscalTax:*', 'provider:*'], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "dict_value", "code", "dict_key", "is_deleted" on "dict_biz" for each row execute function "rounds_search_dict_biz"();

-- apiMessagePool: Message pool
create table "api_message_pool" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "message_number" varchar(64) collate "C",
  "business_scenario" varchar(32) collate "C",
  "parameters" varchar(4000) collate "C",
  "message_status" varchar(32) collate "C" default 'RECEIVED' not null,
  "spend_time" integer,
  "entrusted_id" bigint,
  "entrusted_name" varchar(100) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(32) collate "C",
  "retry_count" integer default 0 not null,
  "last_error" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "api_message_pool_pkey" primary key (tenant_id, id),
  constraint "api_message_pool_has_tenant" check (tenant_id <> ''),
  constraint "api_message_pool_business_scenario_is_known" check (business_scenario in ('SETTLEMENT_ORDER_CONFIRMED')),
  constraint "api_message_pool_message_status_is_known" check (message_status in ('RECEIVED', 'PROCESSED', 'FAILED'))
);
create unique index "api_message_pool_message_number_key" on "api_message_pool" ("tenant_id", "message_number") where is_deleted = 0;
create index "api_message_pool_create_time_id" on "api_message_pool" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_message_number_trgm" on "api_message_pool" using gin ("message_number" gin_trgm_ops);
create index "api_message_pool_business_scenario_create_time_id" on "api_message_pool" ("tenant_id", "business_scenario", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_message_status_create_time_id" on "api_message_pool" ("tenant_id", "message_status", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_entrusted_id_create_time_id" on "api_message_pool" ("tenant_id", "entrusted_id", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_biz_id_create_time_id" on "api_message_pool" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"api_message_pool"');
create or replace function "rounds_search_api_message_pool"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."message_number", old."entrusted_id", old."is_deleted") is not distinct from (new."message_number", new."entrusted_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('apiMessagePool') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'apiMessagePool', t.id, null,
    coalesce(left(t."message_number", 200), ''), null,
    rounds_key(t."message_number"), null, rounds_terms(t."message_number", null, rounds_readings(t."message_number")),
    array_remove(array[t.tenant_id || ':apiMessagePool', 'company:' || t."entrusted_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "message_number", "entrusted_id", "is_deleted" on "api_message_pool" for each row execute function "rounds_search_api_message_pool"();

-- intent: Outgoing requests
create table "intent" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "port" varchar(32) collate "C",
  "port_call" varchar(32) collate "C",
  "request_key" varchar(100) collate "C",
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(64) collate "C",
  "done_step" varchar(64) collate "C",
  "failed_step" varchar(64) collate "C",
  "lost_step" varchar(64) collate "C",
  "intent_status" smallint default 0 not null,
  "attempts" integer default 0 not null,
  "sent_time" timestamptz,
  "end_time" timestamptz,
  "spend_time" integer,
  "last_error" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "intent_pkey" primary key (tenant_id, id),
  constraint "intent_has_tenant" check (tenant_id <> ''),
  constraint "intent_port_is_known" check (port in ('messagePush')),
  constraint "intent_port_call_is_known" check (port_call in ('push'))
);
create unique index "intent_port_request_key_key" on "intent" ("tenant_id", "port", "request_key") where is_deleted = 0;
create index "intent_create_time_id" on "intent" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "intent_code_trgm" on "intent" using gin ("code" gin_trgm_ops);
create index "intent_code_id" on "intent" ("tenant_id", "code", "id") where is_deleted = 0;
create index "intent_port_create_time_id" on "intent" ("tenant_id", "port", "create_time", "id") where is_deleted = 0;
create index "intent_request_key_create_time_id" on "intent" ("tenant_id", "request_key", "create_time", "id") where is_deleted = 0;
create index "intent_biz_type_create_time_id" on "intent" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
create index "intent_biz_id_create_time_id" on "intent" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
create index "intent_biz_code_create_time_id" on "intent" ("tenant_id", "biz_code", "create_time", "id") where is_deleted = 0;
create index "intent_intent_status_create_time_id" on "intent" ("tenant_id", "intent_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"intent"');
create or replace function "rounds_search_intent"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."biz_type", old."is_deleted") is not distinct from (new."code", new."biz_type", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('intent') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'intent', t.id, t."biz_type",
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':intent'], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "biz_type", "is_deleted" on "intent" for each row execute function "rounds_search_intent"();

-- entrustedCompany: Client companies
create table "entrusted_company" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(100) collate "C" not null,
  "short_name" varchar(50) collate "C",
  "social_credit_code" varchar(18) collate "C" not null,
  "legal_person" varchar(50) collate "C" not null,
  "registered_capital" varchar(50) collate "C",
  "establish_date" date,
  "business_scope" varchar(2000) collate "C",
  "region_code" varchar(12) collate "C",
  "address" varchar(255) collate "C",
  "license_url" varchar(500) collate "C",
  "contact_name" varchar(50) collate "C",
  "contact_phone" varchar(11) collate "C",
  "email" varchar(100) collate "C",
  "bank_name" varchar(100) collate "C",
  "bank_account" varchar(32) collate "C",
  "taxpayer_type" smallint default 1,
  "invoice_title" varchar(100) collate "C",
  "invoice_tax_no" varchar(32) collate "C",
  "platform_fee_rate" numeric(8,6) default '0.060000',
  "settle_mode" smallint default 1,
  "audit_status" smallint default 0 not null,
  "enable_status" smallint default 0 not null,
  "esign_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_company_pkey" primary key (tenant_id, id),
  constraint "entrusted_company_has_tenant" check (tenant_id <> '')
);
create unique index "entrusted_company_social_credit_code_key" on "entrusted_company" ("tenant_id", "social_credit_code") where is_deleted = 0;
create unique index "entrusted_company_code_key" on "entrusted_company" ("tenant_id", "code") where is_deleted = 0;
create index "entrusted_company_create_time_id" on "entrusted_company" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_name_grams" on "entrusted_company" using gin (rounds_grams(tenant_id, "name"));
create index "entrusted_company_social_credit_code_trgm" on "entrusted_company" using gin ("social_credit_code" gin_trgm_ops);
create index "entrusted_company_audit_status_create_time_id" on "entrusted_company" ("tenant_id", "audit_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_enable_status_create_time_id" on "entrusted_company" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_company"');
create or replace function "rounds_search_entrusted_company"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedCompany') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedCompany', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", rounds_readings(t."name")),
    array_remove(array[t.tenant_id || ':entrustedCompany', 'company:' || t."id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "name", "code", "is_deleted" on "entrusted_company" for each row execute function "rounds_search_entrusted_company"();

-- authenticationDoctor: Certified doctors
create table "authentication_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "doctor_name" varchar(50) collate "C" not null,
  "gender" smallint,
  "phone" varchar(11) collate "C" not null,
  "id_card_number" varchar(18) collate "C",
  "id_photo" varchar(500) collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "title" varchar(32) collate "C",
  "doctor_level" smallint,
  "bank_name" varchar(100) collate "C",
  "bank_account" varchar(32) collate "C",
  "cert_status" smallint default 0 not null,
  "face_status" smallint default 0 not null,
  "esign_status" smallint default 0 not null,
  "protocol_status" smallint default 0 not null,
  "black_status" smallint default 0 not null,
  "register_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "authentication_doctor_pkey" primary key (tenant_id, id),
  constraint "authentication_doctor_has_tenant" check (tenant_id <> '')
);
create unique index "authentication_doctor_phone_key" on "authentication_doctor" ("tenant_id", "phone") where is_deleted = 0;
create unique index "authentication_doctor_id_card_number_key" on "authentication_doctor" ("tenant_id", "id_card_number") where is_deleted = 0;
create index "authentication_doctor_create_time_id" on "authentication_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_doctor_name_grams" on "authentication_doctor" using gin (rounds_grams(tenant_id, "doctor_name"));
create index "authentication_doctor_hospital_name_grams" on "authentication_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "authentication_doctor_cert_status_create_time_id" on "authentication_doctor" ("tenant_id", "cert_status", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_face_status_create_time_id" on "authentication_doctor" ("tenant_id", "face_status", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_protocol_status_create_time_id" on "authentication_doctor" ("tenant_id", "protocol_status", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_black_status_create_time_id" on "authentication_doctor" ("tenant_id", "black_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"authentication_doctor"');
create or replace function "rounds_search_authentication_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."doctor_name", old."code", old."is_deleted") is not distinct from (new."doctor_name", new."code", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('authenticationDoctor') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'authenticationDoctor', t.id, null,
    coalesce(left(t."doctor_name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."doctor_name"), rounds_terms(t."doctor_name", t."code", rounds_readings(t."doctor_name")),
    array_remove(array[t.tenant_id || ':authenticationDoctor', 'company:*'], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "doctor_name", "code", "is_deleted" on "authentication_doctor" for each row execute function "rounds_search_authentication_doctor"();

-- thirdPlatform: Partners
create table "third_platform" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C" not null,
  "name" varchar(100) collate "C" not null,
  "third_type" smallint not null,
  "social_credit_code" varchar(18) collate "C",
  "tax_authority" varchar(100) collate "C",
  "bank_name" varchar(100) collate "C",
  "bank_account" varchar(32) collate "C",
  "contact_name" varchar(50) collate "C",
  "contact_phone" varchar(11) collate "C",
  "enable_status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "third_platform_pkey" primary key (tenant_id, id),
  constraint "third_platform_has_tenant" check (tenant_id <> '')
);
create unique index "third_platform_code_key" on "third_platform" ("tenant_id", "code") where is_deleted = 0;
create index "third_platform_create_time_id" on "third_platform" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "third_platform_name_grams" on "third_platform" using gin (rounds_grams(tenant_id, "name"));
create index "third_platform_third_type_create_time_id" on "third_platform" ("tenant_id", "third_type", "create_time", "id") where is_deleted = 0;
select rounds_protect('"third_platform"');
create or replace function "rounds_search_third_platform"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('thirdPlatform') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'thirdPlatform', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", rounds_readings(t."name")),
    array_remove(array[t.tenant_id || ':thirdPlatform', 'fiscalTax:' || t."id", 'provider:' || t."id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "name", "code", "is_deleted" on "third_platform" for each row execute function "rounds_search_third_platform"();

-- orderDoctor: Doctor orders
create table "order_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "plan_name" varchar(200) collate "C",
  "plan_type" smallint,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" varchar(18) collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "accept_time" timestamptz,
  "order_status" smallint default 0 not null,
  "settlement_order_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_doctor_pkey" primary key (tenant_id, id),
  constraint "order_doctor_has_tenant" check (tenant_id <> ''),
  constraint "order_doctor_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "order_doctor_platform_fee_not_negative" check (platform_fee >= 0)
);
create unique index "order_doctor_code_key" on "order_doctor" ("tenant_id", "code") where is_deleted = 0;
create index "order_doctor_create_time_id" on "order_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_code_trgm" on "order_doctor" using gin ("code" gin_trgm_ops);
create index "order_doctor_doctor_id_create_time_id" on "order_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_entrusted_company_id_create_time_id" on "order_doctor" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_plan_type_create_time_id" on "order_doctor" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "order_doctor_order_status_create_time_id" on "order_doctor" ("tenant_id", "order_status", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_order_id_create_time_id" on "order_doctor" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_fiscal_tax_id_create_time_id" on "order_doctor" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"order_doctor"');
create or replace function "rounds_search_order_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderDoctor') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderDoctor', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderDoctor', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "order_doctor" for each row execute function "rounds_search_order_doctor"();

-- settlementCycle: Settlement cycles
create table "settlement_cycle" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "cycle_month" varchar(6) collate "C",
  "start_date" date,
  "end_date" date,
  "result_order_count" integer default 0 not null,
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "cycle_status" smallint default 0 not null,
  "confirm_user" bigint,
  "confirm_user_name" varchar(50) collate "C",
  "confirm_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "settlement_cycle_pkey" primary key (tenant_id, id),
  constraint "settlement_cycle_has_tenant" check (tenant_id <> ''),
  constraint "settlement_cycle_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "settlement_cycle_platform_amount_not_negative" check (platform_amount >= 0),
  constraint "settlement_cycle_total_amount_not_negative" check (total_amount >= 0),
  constraint "settlement_cycle_total_adds_up" check (total_amount = doctor_amount + platform_amount)
);
create unique index "settlement_cycle_entrusted_company_id_cycle_month_key" on "settlement_cycle" ("tenant_id", "entrusted_company_id", "cycle_month") where is_deleted = 0;
create unique index "settlement_cycle_code_key" on "settlement_cycle" ("tenant_id", "code") where is_deleted = 0;
create index "settlement_cycle_create_time_id" on "settlement_cycle" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_cycle_code_trgm" on "settlement_cycle" using gin ("code" gin_trgm_ops);
create index "settlement_cycle_entrusted_company_id_create_time_id" on "settlement_cycle" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "settlement_cycle_cycle_month_create_time_id" on "settlement_cycle" ("tenant_id", "cycle_month", "create_time", "id") where is_deleted = 0;
create index "settlement_cycle_cycle_status_create_time_id" on "settlement_cycle" ("tenant_id", "cycle_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_cycle"');
create or replace function "rounds_search_settlement_cycle"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('settlementCycle') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'settlementCycle', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':settlementCycle', 'company:' || t."entrusted_company_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "settlement_cycle" for each row execute function "rounds_search_settlement_cycle"();
create or replace function "rounds_made_settlement_cycle_confirm_user_settlement_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."confirm_user", old.is_deleted) is not distinct from (new."confirm_user", new.is_deleted) then return null; end if;
  perform "rounds_makers_settlementOrder"(t.tenant_id, array_agg(t.id), null) from "settlement_order" t
    where t.tenant_id = new.tenant_id and t."settlement_cycle_id" = new.id group by t.tenant_id;
  return null;
end $$;
create trigger "keep_makers_of_settlement_cycle_confirm_user_settlem_1tzhqmo" after insert or update of "confirm_user", is_deleted on "settlement_cycle" for each row execute function "rounds_made_settlement_cycle_confirm_user_settlement_order"();

-- settlementOrder: Settlement orders
create table "settlement_order" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C" not null,
  "settlement_cycle_id" bigint,
  "cycle_month" varchar(6) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "tax_month" varchar(6) collate "C",
  "order_count" integer default 0 not null,
  "doctor_count" integer default 0 not null,
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "tax_amount" numeric(18,2) default '0.00' not null,
  "net_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "refund_amount" numeric(18,2) default '0.00' not null,
  "paid_net_amount" numeric(18,2) default '0.00' not null,
  "settlement_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_user_name" varchar(50) collate "C",
  "confirm_time" timestamptz,
  "push_status" smallint default 0 not null,
  "invoice_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "settlement_order_pkey" primary key (tenant_id, id),
  constraint "settlement_order_has_tenant" check (tenant_id <> ''),
  constraint "settlement_order_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "settlement_order_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "settlement_order_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "settlement_order_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "settlement_order_tax_amount_not_negative" check (tax_amount >= 0),
  constraint "settlement_order_net_amount_not_negative" check (net_amount >= 0),
  constraint "settlement_order_platform_amount_not_negative" check (platform_amount >= 0),
  constraint "settlement_order_total_amount_not_negative" check (total_amount >= 0),
  constraint "settlement_order_refund_amount_not_negative" check (refund_amount >= 0),
  constraint "settlement_order_paid_net_amount_not_negative" check (paid_net_amount >= 0),
  constraint "settlement_order_total_adds_up" check (total_amount = doctor_amount + platform_amount),
  constraint "settlement_order_tax_adds_up" check (tax_amount = vat_amount + surcharge_amount + iit_amount),
  constraint "settlement_order_fee_adds_up" check (doctor_amount = tax_amount + net_amount)
);
create unique index "settlement_order_code_key" on "settlement_order" ("tenant_id", "code") where is_deleted = 0;
create index "settlement_order_create_time_id" on "settlement_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_total_amount_id" on "settlement_order" ("tenant_id", "total_amount", "id") where is_deleted = 0;
create index "settlement_order_code_trgm" on "settlement_order" using gin ("code" gin_trgm_ops);
create index "settlement_order_settlement_status_create_time_id" on "settlement_order" ("tenant_id", "settlement_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_entrusted_company_id_create_time_id" on "settlement_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_fiscal_tax_id_create_time_id" on "settlement_order" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_cycle_month_create_time_id" on "settlement_order" ("tenant_id", "cycle_month", "create_time", "id") where is_deleted = 0;
create index "settlement_order_settlement_cycle_id_create_time_id" on "settlement_order" ("tenant_id", "settlement_cycle_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_order"');
create or replace function "rounds_search_settlement_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('settlementOrder') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'settlementOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':settlementOrder', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "settlement_order" for each row execute function "rounds_search_settlement_order"();
create or replace function "rounds_makers_settlementOrder"(of_tenant text, ids bigint[], way text) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['settlementCycleId.confirmUser', 'createUser', 'took.submit']) then return; end if;
  with made as (
  select t.tenant_id, 'settlementOrder' as resource, p."confirm_user" as user_id, t.id as record_id, 'settlementCycleId.confirmUser' as how from (select * from "settlement_order" where tenant_id = of_tenant and id = any(ids)) t join "settlement_cycle" p on p.tenant_id = t.tenant_id and p.id = t."settlement_cycle_id" where p."confirm_user" is not null and p.is_deleted = 0
  union select t.tenant_id, 'settlementOrder' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "settlement_order" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'settlementOrder' as resource, h.operator_id as user_id, t.id as record_id, 'took.submit' as how from (select * from "settlement_order" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'settlementOrder' and h.action = 'submit' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'settlementOrder' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_settlementOrder"(text, bigint[], text) from public;
create or replace function "rounds_made_settlement_order_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_settlementOrder"(a.tenant_id, a.ids, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "settlement_order" referencing new table as added for each statement execute function "rounds_made_settlement_order_added"();
create or replace function "rounds_made_settlement_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."settlement_cycle_id", old."create_user") is not distinct from (new."settlement_cycle_id", new."create_user") then return null; end if;
  perform "rounds_makers_settlementOrder"(new.tenant_id, array[new.id], null);
  return null;
end $$;
create trigger keep_makers after update of "settlement_cycle_id", "create_user" on "settlement_order" for each row execute function "rounds_made_settlement_order"();

-- settlementOrderTaxItem: Tax items
create table "settlement_order_tax_item" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "order_count" integer default 0 not null,
  "gross_amount" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "net_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "settlement_order_tax_item_pkey" primary key (tenant_id, id),
  constraint "settlement_order_tax_item_has_tenant" check (tenant_id <> ''),
  constraint "settlement_order_tax_item_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "settlement_order_tax_item_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "settlement_order_tax_item_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "settlement_order_tax_item_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "settlement_order_tax_item_net_amount_not_negative" check (net_amount >= 0),
  constraint "settlement_order_tax_item_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "settlement_order_tax_item_total_amount_not_negative" check (total_amount >= 0),
  constraint "settlement_order_tax_item_fee_adds_up" check (gross_amount = vat_amount + surcharge_amount + iit_amount + net_amount)
);
create index "settlement_order_tax_item_create_time_id" on "settlement_order_tax_item" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_tax_item_settlement_order_id_create_time_id" on "settlement_order_tax_item" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_tax_item_entrusted_company_id_creat_1kjxeei" on "settlement_order_tax_item" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_tax_item_fiscal_tax_id_create_time_id" on "settlement_order_tax_item" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_order_tax_item"');

-- settlementOrderDoctor: Settlement doctors
create table "settlement_order_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" varchar(18) collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "order_count" integer default 0 not null,
  "gross_amount" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "net_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "file_url" varchar(500) collate "C",
  "file_status" smallint default 0 not null,
  "paid_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "settlement_order_doctor_pkey" primary key (tenant_id, id),
  constraint "settlement_order_doctor_has_tenant" check (tenant_id <> ''),
  constraint "settlement_order_doctor_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "settlement_order_doctor_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "settlement_order_doctor_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "settlement_order_doctor_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "settlement_order_doctor_net_amount_not_negative" check (net_amount >= 0),
  constraint "settlement_order_doctor_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "settlement_order_doctor_fee_adds_up" check (gross_amount = vat_amount + surcharge_amount + iit_amount + net_amount)
);
create index "settlement_order_doctor_create_time_id" on "settlement_order_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_settlement_order_id_create_time_id" on "settlement_order_doctor" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_doctor_id_create_time_id" on "settlement_order_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_paid_status_create_time_id" on "settlement_order_doctor" ("tenant_id", "paid_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_file_status_create_time_id" on "settlement_order_doctor" ("tenant_id", "file_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_entrusted_company_id_create_time_id" on "settlement_order_doctor" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_fiscal_tax_id_create_time_id" on "settlement_order_doctor" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_order_doctor"');

-- orderDoctorSettlement: Doctor settlement lines
create table "order_doctor_settlement" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "settlement_order_doctor_id" bigint,
  "order_doctor_id" bigint,
  "plan_name" varchar(200) collate "C",
  "plan_type" smallint,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" varchar(18) collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "gross_amount" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "net_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "accept_time" timestamptz,
  "tax_final" smallint default 0 not null,
  "tax_month" varchar(6) collate "C",
  "settle_status" smallint default 0 not null,
  "black_flag" smallint default 0 not null,
  "pay_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_doctor_settlement_pkey" primary key (tenant_id, id),
  constraint "order_doctor_settlement_has_tenant" check (tenant_id <> ''),
  constraint "order_doctor_settlement_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "order_doctor_settlement_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "order_doctor_settlement_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "order_doctor_settlement_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "order_doctor_settlement_net_amount_not_negative" check (net_amount >= 0),
  constraint "order_doctor_settlement_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "order_doctor_settlement_fee_adds_up" check (gross_amount = vat_amount + surcharge_amount + iit_amount + net_amount)
);
create unique index "order_doctor_settlement_code_key" on "order_doctor_settlement" ("tenant_id", "code") where is_deleted = 0;
create index "order_doctor_settlement_create_time_id" on "order_doctor_settlement" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_code_trgm" on "order_doctor_settlement" using gin ("code" gin_trgm_ops);
create index "order_doctor_settlement_settlement_order_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_settlement_order_doctor_id_c_2qqaxa" on "order_doctor_settlement" ("tenant_id", "settlement_order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_doctor_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_settle_status_create_time_id" on "order_doctor_settlement" ("tenant_id", "settle_status", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_plan_type_create_time_id" on "order_doctor_settlement" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_entrusted_company_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_fiscal_tax_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"order_doctor_settlement"');
create or replace function "rounds_search_order_doctor_settlement"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderDoctorSettlement') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderDoctorSettlement', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderDoctorSettlement', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "order_doctor_settlement" for each row execute function "rounds_search_order_doctor_settlement"();

-- servicePaymentOrder: Service payment orders
create table "service_payment_order" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "settlement_order_type" smallint default 1 not null,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "amount" numeric(18,2) default '0.00' not null,
  "pay_mode" smallint,
  "pay_status" smallint default 0 not null,
  "pay_time" timestamptz,
  "confirm_user_name" varchar(50) collate "C",
  "review_user_name" varchar(50) collate "C",
  "review_time" timestamptz,
  "review_remark" varchar(500) collate "C",
  "frozen_amount" numeric(18,2) default '0.00' not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "service_payment_order_pkey" primary key (tenant_id, id),
  constraint "service_payment_order_has_tenant" check (tenant_id <> ''),
  constraint "service_payment_order_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "service_payment_order_platform_amount_not_negative" check (platform_amount >= 0),
  constraint "service_payment_order_amount_not_negative" check (amount >= 0),
  constraint "service_payment_order_frozen_amount_not_negative" check (frozen_amount >= 0),
  constraint "service_payment_order_amount_adds_up" check (amount = doctor_amount + platform_amount)
);
create unique index "service_payment_order_code_key" on "service_payment_order" ("tenant_id", "code") where is_deleted = 0;
create index "service_payment_order_create_time_id" on "service_payment_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_code_trgm" on "service_payment_order" using gin ("code" gin_trgm_ops);
create index "service_payment_order_entrusted_company_id_create_time_id" on "service_payment_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_pay_status_create_time_id" on "service_payment_order" ("tenant_id", "pay_status", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_settlement_order_id_create_time_id" on "service_payment_order" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"service_payment_order"');
create or replace function "rounds_search_service_payment_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('servicePaymentOrder') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'servicePaymentOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':servicePaymentOrder', 'company:' || t."entrusted_company_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "service_payment_order" for each row execute function "rounds_search_service_payment_order"();

-- servicePaymentBill: Service bills
create table "service_payment_bill" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "service_payment_order_id" bigint,
  "service_payment_order_code" varchar(32) collate "C",
  "bill_type" smallint,
  "tax_item_code" varchar(16) collate "C",
  "item_name" varchar(100) collate "C",
  "amount" numeric(18,2) default '0.00' not null,
  "bill_month" varchar(6) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "service_payment_bill_pkey" primary key (tenant_id, id),
  constraint "service_payment_bill_has_tenant" check (tenant_id <> ''),
  constraint "service_payment_bill_amount_not_negative" check (amount >= 0)
);
create index "service_payment_bill_create_time_id" on "service_payment_bill" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_bill_service_payment_order_id_create_time_id" on "service_payment_bill" ("tenant_id", "service_payment_order_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_bill_bill_type_create_time_id" on "service_payment_bill" ("tenant_id", "bill_type", "create_time", "id") where is_deleted = 0;
create index "service_payment_bill_bill_month_create_time_id" on "service_payment_bill" ("tenant_id", "bill_month", "create_time", "id") where is_deleted = 0;
create index "service_payment_bill_entrusted_company_id_create_time_id" on "service_payment_bill" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"service_payment_bill"');

-- platServiceFee: Platform fees
create table "plat_service_fee" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "fee_rate" numeric(8,6) default '0.000000' not null,
  "base_amount" numeric(18,2) default '0.00' not null,
  "fee_amount" numeric(18,2) default '0.00' not null,
  "fee_status" smallint default 0 not null,
  "transfer_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "plat_service_fee_pkey" primary key (tenant_id, id),
  constraint "plat_service_fee_has_tenant" check (tenant_id <> ''),
  constraint "plat_service_fee_base_amount_not_negative" check (base_amount >= 0),
  constraint "plat_service_fee_fee_amount_not_negative" check (fee_amount >= 0)
);
create unique index "plat_service_fee_settlement_order_id_key" on "plat_service_fee" ("tenant_id", "settlement_order_id") where is_deleted = 0;
create unique index "plat_service_fee_code_key" on "plat_service_fee" ("tenant_id", "code") where is_deleted = 0;
create index "plat_service_fee_create_time_id" on "plat_service_fee" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_code_trgm" on "plat_service_fee" using gin ("code" gin_trgm_ops);
create index "plat_service_fee_entrusted_company_id_create_time_id" on "plat_service_fee" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_fee_status_create_time_id" on "plat_service_fee" ("tenant_id", "fee_status", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_settlement_order_id_create_time_id" on "plat_service_fee" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"plat_service_fee"');
create or replace function "rounds_search_plat_service_fee"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('platServiceFee') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'platServiceFee', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':platServiceFee', 'company:' || t."entrusted_company_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "plat_service_fee" for each row execute function "rounds_search_plat_service_fee"();

-- entrustedTaxPaymentOrder: Tax payment orders
create table "entrusted_tax_payment_order" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "tax_month" varchar(6) collate "C",
  "line_count" integer default 0 not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "amount" numeric(18,2) default '0.00' not null,
  "tax_pay_status" smallint default 0 not null,
  "pay_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_tax_payment_order_pkey" primary key (tenant_id, id),
  constraint "entrusted_tax_payment_order_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_tax_payment_order_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "entrusted_tax_payment_order_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "entrusted_tax_payment_order_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "entrusted_tax_payment_order_amount_not_negative" check (amount >= 0),
  constraint "entrusted_tax_payment_order_amount_adds_up" check (amount = vat_amount + surcharge_amount + iit_amount)
);
create unique index "entrusted_tax_payment_order_settlement_order_id_key" on "entrusted_tax_payment_order" ("tenant_id", "settlement_order_id") where is_deleted = 0;
create unique index "entrusted_tax_payment_order_code_key" on "entrusted_tax_payment_order" ("tenant_id", "code") where is_deleted = 0;
create index "entrusted_tax_payment_order_create_time_id" on "entrusted_tax_payment_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_code_trgm" on "entrusted_tax_payment_order" using gin ("code" gin_trgm_ops);
create index "entrusted_tax_payment_order_entrusted_company_id_cre_12wvop8" on "entrusted_tax_payment_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_tax_pay_status_create_time_id" on "entrusted_tax_payment_order" ("tenant_id", "tax_pay_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_fiscal_tax_id_create_time_id" on "entrusted_tax_payment_order" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_settlement_order_id_crea_ppm652" on "entrusted_tax_payment_order" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_tax_payment_order"');
create or replace function "rounds_search_entrusted_tax_payment_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedTaxPaymentOrder') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedTaxPaymentOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':entrustedTaxPaymentOrder', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "entrusted_tax_payment_order" for each row execute function "rounds_search_entrusted_tax_payment_order"();

-- taxItemRate: Tax items and rates
create table "tax_item_rate" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "tax_item_code" varchar(16) collate "C" not null,
  "tax_item_name" varchar(100) collate "C" not null,
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "vat_rate" numeric(8,6) default '0',
  "vat_month_threshold" numeric(18,2) default '0.00',
  "urban_rate" numeric(8,6) default '0',
  "edu_rate" numeric(8,6) default '0',
  "local_edu_rate" numeric(8,6) default '0',
  "reduction_rate" numeric(8,6) default '0',
  "iit_method" smallint default 1,
  "iit_fixed_rate" numeric(8,6) default '0',
  "sort" integer default 0,
  "effective_from" date,
  "effective_to" date,
  "enable_status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tax_item_rate_pkey" primary key (tenant_id, id),
  constraint "tax_item_rate_has_tenant" check (tenant_id <> ''),
  constraint "tax_item_rate_vat_month_threshold_not_negative" check (vat_month_threshold >= 0)
);
create unique index "tax_item_rate_fiscal_tax_id_tax_item_code_key" on "tax_item_rate" ("tenant_id", "fiscal_tax_id", "tax_item_code") where is_deleted = 0;
create index "tax_item_rate_create_time_id" on "tax_item_rate" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tax_item_rate_tax_item_name_grams" on "tax_item_rate" using gin (rounds_grams(tenant_id, "tax_item_name"));
create index "tax_item_rate_fiscal_tax_id_create_time_id" on "tax_item_rate" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tax_item_rate"');
create or replace function "rounds_search_tax_item_rate"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."tax_item_name", old."fiscal_tax_name", old."tax_item_code", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."tax_item_name", new."fiscal_tax_name", new."tax_item_code", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('taxItemRate') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'taxItemRate', t.id, null,
    coalesce(left(t."tax_item_name", 200), ''), concat_ws(' · ', nullif(t."fiscal_tax_name", ''), nullif(t."tax_item_code", '')),
    null, rounds_key(t."tax_item_name"), rounds_terms(t."tax_item_name", null, rounds_readings(t."tax_item_name")),
    array_remove(array[t.tenant_id || ':taxItemRate', 'fiscalTax:' || t."fiscal_tax_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "tax_item_name", "fiscal_tax_name", "tax_item_code", "fiscal_tax_id", "is_deleted" on "tax_item_rate" for each row execute function "rounds_search_tax_item_rate"();

-- quickReply: Quick replies
create table "quick_reply" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "module_code" varchar(64) collate "C" default 'public' not null,
  "content" varchar(500) collate "C" not null,
  "result_type" smallint default 0,
  "sort" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "quick_reply_pkey" primary key (tenant_id, id),
  constraint "quick_reply_has_tenant" check (tenant_id <> '')
);
create index "quick_reply_sort_id" on "quick_reply" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "quick_reply_create_time_id" on "quick_reply" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "quick_reply_module_code_sort_id" on "quick_reply" ("tenant_id", "module_code", "sort", "id") where is_deleted = 0;
create index "quick_reply_content_grams" on "quick_reply" using gin (rounds_grams(tenant_id, "content"));
create index "quick_reply_result_type_sort_id" on "quick_reply" ("tenant_id", "result_type", "sort", "id") where is_deleted = 0;
select rounds_protect('"quick_reply"');
create or replace function "rounds_search_quick_reply"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."content", old."is_deleted") is not distinct from (new."content", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('quickReply') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'quickReply', t.id, null,
    coalesce(left(t."content", 200), ''), null,
    null, rounds_key(t."content"), rounds_terms(t."content", null, rounds_readings(t."content")),
    array_remove(array[t.tenant_id || ':quickReply', 'company:*', 'fiscalTax:*', 'provider:*'], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "content", "is_deleted" on "quick_reply" for each row execute function "rounds_search_quick_reply"();

-- approvalHistory: Approval history
create table "approval_history" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(64) collate "C",
  "action" varchar(64) collate "C",
  "from_status" varchar(32) collate "C",
  "to_status" varchar(32) collate "C",
  "result" smallint,
  "remark" varchar(500) collate "C",
  "operator_id" bigint,
  "operator_name" varchar(50) collate "C",
  "operator_role" varchar(100) collate "C",
  "requester_id" bigint,
  "requester_name" varchar(50) collate "C",
  "change_request_id" bigint,
  "change_request_code" varchar(64) collate "C",
  "operate_time" timestamptz default now() not null,
  "request_id" varchar(64) collate "C",
  "record_version" varchar(10) collate "C",
  "changes" jsonb,
  "entrusted_company_id" bigint,
  "fiscal_tax_id" bigint,
  "provider_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "approval_history_pkey" primary key (tenant_id, id),
  constraint "approval_history_has_tenant" check (tenant_id <> '')
);
create index "approval_history_operate_time_id" on "approval_history" ("tenant_id", "operate_time", "id") where is_deleted = 0;
create index "approval_history_create_time_id" on "approval_history" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "approval_history_biz_type_operate_time_id" on "approval_history" ("tenant_id", "biz_type", "operate_time", "id") where is_deleted = 0;
create index "approval_history_biz_id_operate_time_id" on "approval_history" ("tenant_id", "biz_id", "operate_time", "id") where is_deleted = 0;
create index "approval_history_biz_code_operate_time_id" on "approval_history" ("tenant_id", "biz_code", "operate_time", "id") where is_deleted = 0;
create index "approval_history_operator_id_operate_time_id" on "approval_history" ("tenant_id", "operator_id", "operate_time", "id") where is_deleted = 0;
create index "approval_history_entrusted_company_id_operate_time_id" on "approval_history" ("tenant_id", "entrusted_company_id", "operate_time", "id") where is_deleted = 0;
create index "approval_history_fiscal_tax_id_operate_time_id" on "approval_history" ("tenant_id", "fiscal_tax_id", "operate_time", "id") where is_deleted = 0;
create index "approval_history_provider_id_operate_time_id" on "approval_history" ("tenant_id", "provider_id", "operate_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"approval_history"');

-- changeRequest: Change requests
create table "change_request" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "request_type" smallint default 1 not null,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_name" varchar(100) collate "C",
  "record_version" integer,
  "changes" jsonb,
  "remark" varchar(500) collate "C",
  "requester_id" bigint,
  "requester_name" varchar(50) collate "C",
  "request_status" smallint default 0 not null,
  "reviewer_id" bigint,
  "reviewer_name" varchar(50) collate "C",
  "review_time" timestamptz,
  "review_remark" varchar(500) collate "C",
  "entrusted_company_id" bigint,
  "fiscal_tax_id" bigint,
  "provider_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "change_request_pkey" primary key (tenant_id, id),
  constraint "change_request_has_tenant" check (tenant_id <> '')
);
create index "change_request_create_time_id" on "change_request" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "change_request_code_trgm" on "change_request" using gin ("code" gin_trgm_ops);
create index "change_request_code_id" on "change_request" ("tenant_id", "code", "id") where is_deleted = 0;
create index "change_request_biz_type_create_time_id" on "change_request" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
create index "change_request_biz_id_create_time_id" on "change_request" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
create index "change_request_requester_id_create_time_id" on "change_request" ("tenant_id", "requester_id", "create_time", "id") where is_deleted = 0;
create index "change_request_request_status_create_time_id" on "change_request" ("tenant_id", "request_status", "create_time", "id") where is_deleted = 0;
create index "change_request_entrusted_company_id_create_time_id" on "change_request" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "change_request_fiscal_tax_id_create_time_id" on "change_request" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "change_request_provider_id_create_time_id" on "change_request" ("tenant_id", "provider_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"change_request"');
create or replace function "rounds_search_change_request"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."code", old."biz_type", old."entrusted_company_id", old."fiscal_tax_id", old."provider_id", old."is_deleted") is not distinct from (new."code", new."biz_type", new."entrusted_company_id", new."fiscal_tax_id", new."provider_id", new."is_deleted") then return null; end if;
  if tg_op <> 'INSERT' then
    delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('changeRequest') and s.id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'changeRequest', t.id, t."biz_type",
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':changeRequest', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'provider:' || t."provider_id"], null)
  from (select new.*) t where t.is_deleted = 0;
  end if;
  return null;
end $$;
create trigger keep_search after insert or delete or update of "code", "biz_type", "entrusted_company_id", "fiscal_tax_id", "provider_id", "is_deleted" on "change_request" for each row execute function "rounds_search_change_request"();
create or replace function "rounds_makers_changeRequest"(of_tenant text, ids bigint[], way text) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['requesterId']) then return; end if;
  with made as (
  select t.tenant_id, 'changeRequest' as resource, t."requester_id" as user_id, t.id as record_id, 'requesterId' as how from (select * from "change_request" where tenant_id = of_tenant and id = any(ids)) t where t."requester_id" is not null
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'changeRequest' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_changeRequest"(text, bigint[], text) from public;
create or replace function "rounds_made_change_request_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_changeRequest"(a.tenant_id, a.ids, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "change_request" referencing new table as added for each statement execute function "rounds_made_change_request_added"();
create or replace function "rounds_made_change_request"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."requester_id") is not distinct from (new."requester_id") then return null; end if;
  perform "rounds_makers_changeRequest"(new.tenant_id, array[new.id], null);
  return null;
end $$;
create trigger keep_makers after update of "requester_id" on "change_request" for each row execute function "rounds_made_change_request"();

-- attach: Attachments
create table "attach" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "link" varchar(500) collate "C",
  "domain" varchar(200) collate "C",
  "name" varchar(200) collate "C",
  "original_name" varchar(200) collate "C" not null,
  "extension" varchar(20) collate "C",
  "attach_size" bigint,
  "sha256" varchar(64) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "attach_pkey" primary key (tenant_id, id),
  constraint "attach_has_tenant" check (tenant_id <> ''),
  constraint "attach_attach_size_not_negative" check (attach_size >= 0)
);
create index "attach_create_time_id" on "attach" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "attach_name_trgm" on "attach" using gin ("name" gin_trgm_ops);
create index "attach_name_id" on "attach" ("tenant_id", "name", "id") where is_deleted = 0;
create index "attach_extension_create_time_id" on "attach" ("tenant_id", "extension", "create_time", "id") where is_deleted = 0;
select rounds_protect('"attach"');

-- attachUse: Uses of attachments
create table "attach_use" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "attach_id" bigint,
  "resource" varchar(64) collate "C",
  "record_id" varchar(100) collate "C",
  "field" varchar(64) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "attach_use_pkey" primary key (tenant_id, id),
  constraint "attach_use_has_tenant" check (tenant_id <> '')
);
create unique index "attach_use_attach_id_key" on "attach_use" ("tenant_id", "attach_id") where is_deleted = 0;
create index "attach_use_create_time_id" on "attach_use" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "attach_use_attach_id_create_time_id" on "attach_use" ("tenant_id", "attach_id", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"attach_use"');

-- exportFile: Exports
create table "export_file" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "file_name" varchar(200) collate "C",
  "name" varchar(200) collate "C",
  "resource" varchar(64) collate "C",
  "reach" varchar(100) collate "C",
  "export_state" smallint default 0 not null,
  "total" integer default 0 not null,
  "finished" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "export_file_pkey" primary key (tenant_id, id),
  constraint "export_file_has_tenant" check (tenant_id <> '')
);
create index "export_file_create_time_id" on "export_file" ("tenant_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"export_file"');
