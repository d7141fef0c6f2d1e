-- Written by npm run schema from the model. Do not edit: change src/model or tables.ts of a domain in src/server/domains.

-- entrustedCompany: Client companies
create table "entrusted_company" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(100) collate "C" not null,
  "short_name" varchar(50) collate "C",
  "social_credit_code" varchar(18) collate "C" not null,
  "legal_person" varchar(50) collate "C" not null,
  "legal_id_card" text collate "C",
  "registered_capital" varchar(50) collate "C",
  "establish_date" date,
  "region_code" varchar(12) collate "C",
  "region_name" varchar(200) collate "C",
  "address" varchar(255) collate "C",
  "business_scope" varchar(2000) collate "C",
  "license_url" varchar(500) collate "C",
  "contact_name" varchar(50) collate "C",
  "contact_phone" varchar(11) collate "C",
  "email" varchar(100) collate "C",
  "bank_name" varchar(100) collate "C",
  "bank_account" text collate "C",
  "bank_branch_no" varchar(20) collate "C",
  "taxpayer_type" smallint default 1,
  "invoice_title" varchar(100) collate "C",
  "invoice_tax_no" varchar(32) collate "C",
  "invoice_address" varchar(255) collate "C",
  "invoice_phone" varchar(20) collate "C",
  "platform_fee_rate" numeric(8,6) default '0.060000',
  "settle_mode" smallint default 1,
  "customer_manager_id" bigint,
  "customer_manager_name" varchar(50) collate "C",
  "audit_status" smallint default 0 not null,
  "audit_remark" varchar(500) collate "C",
  "enable_status" smallint default 0 not null,
  "unit_progress" smallint default 0 not null,
  "unit_msg" varchar(100) collate "C",
  "esign_status" smallint default 0 not null,
  "esign_progress" smallint default 0 not null,
  "esign_msg" varchar(100) collate "C",
  "esign_account_id" varchar(64) collate "C",
  "seal_status" smallint default 0 not null,
  "seal_url" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_company_pkey" primary key (tenant_id, id),
  constraint "entrusted_company_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_company_legal_id_card_sealed" check ("legal_id_card" like '~%~%' and octet_length("legal_id_card") > 41),
  constraint "entrusted_company_bank_account_sealed" check ("bank_account" like '~%~%' and octet_length("bank_account") > 41)
);
create index "entrusted_company_name_grams" on "entrusted_company" using gin (rounds_grams(tenant_id, "name"));
create index "entrusted_company_social_credit_code_trgm" on "entrusted_company" using gin ("social_credit_code" gin_trgm_ops);
create unique index "entrusted_company_social_credit_code_key" on "entrusted_company" ("tenant_id", rounds_folded("social_credit_code", false)) where is_deleted = 0;
create index "entrusted_company_social_credit_code_id" on "entrusted_company" ("tenant_id", "social_credit_code", "id") where is_deleted = 0;
create unique index "entrusted_company_code_key" on "entrusted_company" ("tenant_id", "code") where is_deleted = 0;
create index "entrusted_company_create_time_id" on "entrusted_company" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_audit_status_create_time_id" on "entrusted_company" ("tenant_id", "audit_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_enable_status_create_time_id" on "entrusted_company" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_esign_status_create_time_id" on "entrusted_company" ("tenant_id", "esign_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_company"');
create or replace function "rounds_search_of_entrusted_company"(records "entrusted_company"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedCompany', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':entrustedCompany', 'company:' || t."id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_company"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_company"(array(select a::"entrusted_company" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedCompany') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_company"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_company" referencing new table as added for each statement execute function "rounds_search_entrusted_company"();
create trigger keep_search after delete or update of "name", "code", "is_deleted" on "entrusted_company" for each row execute function "rounds_search_entrusted_company"();
create or replace function "rounds_makers_entrustedCompany"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'shortName', 'socialCreditCode', 'legalPerson', 'legalIdCard', 'registeredCapital', 'establishDate', 'regionCode', 'address', 'businessScope', 'licenseUrl', 'contactName', 'contactPhone', 'email', 'bankName', 'bankAccount', 'bankBranchNo', 'taxpayerType', 'invoiceTitle', 'invoiceTaxNo', 'invoiceAddress', 'invoicePhone', 'platformFeeRate', 'settleMode', 'customerManagerId']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'entrustedCompany' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "entrusted_company" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'entrustedCompany' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_company" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'entrustedCompany' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['name', 'shortName', 'socialCreditCode', 'legalPerson', 'legalIdCard', 'registeredCapital', 'establishDate', 'regionCode', 'address', 'businessScope', 'licenseUrl', 'contactName', 'contactPhone', 'email', 'bankName', 'bankAccount', 'bankBranchNo', 'taxpayerType', 'invoiceTitle', 'invoiceTaxNo', 'invoiceAddress', 'invoicePhone', 'platformFeeRate', 'settleMode', 'customerManagerId']::text[]))
  union select t.tenant_id, 'entrustedCompany' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_company" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'entrustedCompany' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'entrustedCompany' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_entrustedCompany"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_entrusted_company_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_entrustedCompany"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "entrusted_company" referencing new table as added for each statement execute function "rounds_made_entrusted_company_added"();
create or replace function "rounds_made_entrusted_company"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_entrustedCompany"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "entrusted_company" for each row execute function "rounds_made_entrusted_company"();

-- entrustedEmployee: Employees
create table "entrusted_employee" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "employee_number" varchar(32) collate "C" not null,
  "name" varchar(50) collate "C" not null,
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "email" varchar(100) collate "C",
  "dept_id" bigint,
  "dept_name" varchar(100) collate "C",
  "product_ids" bigint[],
  "product_names" varchar(500) collate "C",
  "job_title" varchar(50) collate "C",
  "user_id" bigint,
  "enable_status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_employee_pkey" primary key (tenant_id, id),
  constraint "entrusted_employee_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_employee_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41)
);
create index "entrusted_employee_name_grams" on "entrusted_employee" using gin (rounds_grams(tenant_id, "name"));
create index "entrusted_employee_employee_number_trgm" on "entrusted_employee" using gin ("employee_number" gin_trgm_ops);
create index "entrusted_employee_product_ids_ids" on "entrusted_employee" using gin ("product_ids");
create unique index "entrusted_employee_entrusted_company_id_employee_number_key" on "entrusted_employee" ("tenant_id", "entrusted_company_id", rounds_folded("employee_number", false)) where is_deleted = 0;
create index "entrusted_employee_create_time_id" on "entrusted_employee" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_employee_phone_id" on "entrusted_employee" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "entrusted_employee_entrusted_company_id_create_time_id" on "entrusted_employee" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_employee_dept_id_create_time_id" on "entrusted_employee" ("tenant_id", "dept_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_employee_employee_number_id" on "entrusted_employee" ("tenant_id", "employee_number", "id") where is_deleted = 0;
create index "entrusted_employee_user_id_create_time_id" on "entrusted_employee" ("tenant_id", "user_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_employee"');
create or replace function "rounds_search_of_entrusted_employee"(records "entrusted_employee"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedEmployee', t.id, null,
    coalesce(left(t."name", 200), ''), concat_ws(' · ', nullif(t."entrusted_company_name", ''), nullif(t."employee_number", '')),
    null, rounds_key(t."name"), rounds_terms(t."name", null, n.readings),
    array_remove(array[t.tenant_id || ':entrustedEmployee', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_employee"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_employee"(array(select a::"entrusted_employee" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."entrusted_company_name", old."employee_number", old."entrusted_company_id", old."is_deleted") is not distinct from (new."name", new."entrusted_company_name", new."employee_number", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedEmployee') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_employee"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_employee" referencing new table as added for each statement execute function "rounds_search_entrusted_employee"();
create trigger keep_search after delete or update of "name", "entrusted_company_name", "employee_number", "entrusted_company_id", "is_deleted" on "entrusted_employee" for each row execute function "rounds_search_entrusted_employee"();

-- entrustedDept: Company departments
create table "entrusted_dept" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "parent_id" bigint,
  "dept_name" varchar(100) collate "C" not null,
  "dept_code" varchar(32) collate "C",
  "leader_id" bigint,
  "leader_name" varchar(50) collate "C",
  "sort" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_dept_pkey" primary key (tenant_id, id),
  constraint "entrusted_dept_has_tenant" check (tenant_id <> '')
);
create index "entrusted_dept_dept_name_grams" on "entrusted_dept" using gin (rounds_grams(tenant_id, "dept_name"));
create index "entrusted_dept_sort_id" on "entrusted_dept" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "entrusted_dept_create_time_id" on "entrusted_dept" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_dept_entrusted_company_id_sort_id" on "entrusted_dept" ("tenant_id", "entrusted_company_id", "sort", "id") where is_deleted = 0;
create index "entrusted_dept_parent_id_sort_id" on "entrusted_dept" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"entrusted_dept"');
create or replace function "rounds_search_of_entrusted_dept"(records "entrusted_dept"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedDept', t.id, null,
    coalesce(left(t."dept_name", 200), ''), null,
    null, rounds_key(t."dept_name"), rounds_terms(t."dept_name", null, n.readings),
    array_remove(array[t.tenant_id || ':entrustedDept', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."dept_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."dept_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_dept"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_dept"(array(select a::"entrusted_dept" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."dept_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."dept_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedDept') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_dept"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_dept" referencing new table as added for each statement execute function "rounds_search_entrusted_dept"();
create trigger keep_search after delete or update of "dept_name", "entrusted_company_id", "is_deleted" on "entrusted_dept" for each row execute function "rounds_search_entrusted_dept"();

-- entrustedCompanyMember: Company members
create table "entrusted_company_member" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "name" varchar(50) collate "C" not null,
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "member_type" smallint default 2,
  "user_id" bigint,
  "esign_account_id" varchar(64) collate "C",
  "enable_status" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_company_member_pkey" primary key (tenant_id, id),
  constraint "entrusted_company_member_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_company_member_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41)
);
create index "entrusted_company_member_name_grams" on "entrusted_company_member" using gin (rounds_grams(tenant_id, "name"));
create index "entrusted_company_member_create_time_id" on "entrusted_company_member" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_member_entrusted_company_id_create_time_id" on "entrusted_company_member" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_member_member_type_create_time_id" on "entrusted_company_member" ("tenant_id", "member_type", "create_time", "id") where is_deleted = 0;
create index "entrusted_company_member_enable_status_create_time_id" on "entrusted_company_member" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_company_member"');
create or replace function "rounds_search_of_entrusted_company_member"(records "entrusted_company_member"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedCompanyMember', t.id, null,
    coalesce(left(t."name", 200), ''), null,
    null, rounds_key(t."name"), rounds_terms(t."name", null, n.readings),
    array_remove(array[t.tenant_id || ':entrustedCompanyMember', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_company_member"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_company_member"(array(select a::"entrusted_company_member" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedCompanyMember') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_company_member"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_company_member" referencing new table as added for each statement execute function "rounds_search_entrusted_company_member"();
create trigger keep_search after delete or update of "name", "entrusted_company_id", "is_deleted" on "entrusted_company_member" for each row execute function "rounds_search_entrusted_company_member"();

-- entrustedThirdRel: Company partners
create table "entrusted_third_rel" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_id" bigint not null,
  "entrusted_name" varchar(100) collate "C",
  "third_platform_id" bigint not null,
  "third_platform_name" varchar(100) collate "C",
  "third_type" smallint not null,
  "tax_item_codes" varchar(200) collate "C",
  "contract_no" varchar(64) collate "C",
  "contract_file" varchar(500) collate "C",
  "start_date" date,
  "end_date" date,
  "audit_status" smallint default 0 not null,
  "audit_remark" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_third_rel_pkey" primary key (tenant_id, id),
  constraint "entrusted_third_rel_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_third_rel_end_date_not_before" check ("end_date" >= "start_date")
);
create index "entrusted_third_rel_create_time_id" on "entrusted_third_rel" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_third_rel_entrusted_id_create_time_id" on "entrusted_third_rel" ("tenant_id", "entrusted_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_third_rel_third_platform_id_create_time_id" on "entrusted_third_rel" ("tenant_id", "third_platform_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_third_rel_third_type_create_time_id" on "entrusted_third_rel" ("tenant_id", "third_type", "create_time", "id") where is_deleted = 0;
create index "entrusted_third_rel_audit_status_create_time_id" on "entrusted_third_rel" ("tenant_id", "audit_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_third_rel"');
create or replace function "rounds_makers_entrustedThirdRel"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['entrustedId', 'thirdPlatformId', 'thirdType', 'taxItemCodes', 'contractNo', 'contractFile', 'startDate', 'endDate']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'entrustedThirdRel' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "entrusted_third_rel" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'entrustedThirdRel' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_third_rel" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'entrustedThirdRel' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['entrustedId', 'thirdPlatformId', 'thirdType', 'taxItemCodes', 'contractNo', 'contractFile', 'startDate', 'endDate']::text[]))
  union select t.tenant_id, 'entrustedThirdRel' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_third_rel" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'entrustedThirdRel' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'entrustedThirdRel' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_entrustedThirdRel"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_entrusted_third_rel_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_entrustedThirdRel"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "entrusted_third_rel" referencing new table as added for each statement execute function "rounds_made_entrusted_third_rel_added"();
create or replace function "rounds_made_entrusted_third_rel"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_entrustedThirdRel"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "entrusted_third_rel" for each row execute function "rounds_made_entrusted_third_rel"();

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
  "bank_account" text collate "C",
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
  constraint "third_platform_has_tenant" check (tenant_id <> ''),
  constraint "third_platform_bank_account_sealed" check ("bank_account" like '~%~%' and octet_length("bank_account") > 41)
);
create index "third_platform_name_grams" on "third_platform" using gin (rounds_grams(tenant_id, "name"));
create unique index "third_platform_code_key" on "third_platform" ("tenant_id", rounds_folded("code", false)) where is_deleted = 0;
create index "third_platform_code_id" on "third_platform" ("tenant_id", "code", "id") where is_deleted = 0;
create index "third_platform_create_time_id" on "third_platform" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "third_platform_third_type_create_time_id" on "third_platform" ("tenant_id", "third_type", "create_time", "id") where is_deleted = 0;
select rounds_protect('"third_platform"');
create or replace function "rounds_search_of_third_platform"(records "third_platform"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'thirdPlatform', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':thirdPlatform', 'fiscalTax:' || t."id", 'provider:' || t."id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_third_platform"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_third_platform"(array(select a::"third_platform" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('thirdPlatform') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_third_platform"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "third_platform" referencing new table as added for each statement execute function "rounds_search_third_platform"();
create trigger keep_search after delete or update of "name", "code", "is_deleted" on "third_platform" for each row execute function "rounds_search_third_platform"();

-- baseProduct: Products
create table "base_product" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "product_code" varchar(32) collate "C" not null,
  "product_name" varchar(100) collate "C" not null,
  "generic_name" varchar(100) collate "C",
  "product_line" varchar(50) collate "C",
  "spec" varchar(100) collate "C",
  "approval_number" varchar(64) collate "C",
  "enable_status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "base_product_pkey" primary key (tenant_id, id),
  constraint "base_product_has_tenant" check (tenant_id <> '')
);
create index "base_product_product_name_grams" on "base_product" using gin (rounds_grams(tenant_id, "product_name"));
create index "base_product_product_code_trgm" on "base_product" using gin ("product_code" gin_trgm_ops);
create unique index "base_product_entrusted_company_id_product_code_key" on "base_product" ("tenant_id", "entrusted_company_id", rounds_folded("product_code", false)) where is_deleted = 0;
create index "base_product_create_time_id" on "base_product" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "base_product_entrusted_company_id_create_time_id" on "base_product" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "base_product_product_code_id" on "base_product" ("tenant_id", "product_code", "id") where is_deleted = 0;
select rounds_protect('"base_product"');
create or replace function "rounds_pass_owner_base_product_to_activity_service_project"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "activity_service_project" in share row exclusive mode;
  update "activity_service_project" set "base_product_id" = "base_product_id" where tenant_id = new.tenant_id and "base_product_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_activity_service_project" after update on "base_product" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_base_product_to_activity_service_project"();
create or replace function "rounds_pass_owner_base_product_to_case_collection_template"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "case_collection_template" in share row exclusive mode;
  update "case_collection_template" set "base_product_id" = "base_product_id" where tenant_id = new.tenant_id and "base_product_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_case_collection_template" after update on "base_product" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_base_product_to_case_collection_template"();
create or replace function "rounds_pass_owner_base_product_to_case_collection_te_1oojzg"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "case_collection_template_rel" in share row exclusive mode;
  update "case_collection_template_rel" set "product_id" = "product_id" where tenant_id = new.tenant_id and "product_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_case_collection_template_rel" after update on "base_product" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_base_product_to_case_collection_te_1oojzg"();
create or replace function "rounds_pass_owner_base_product_to_clinical_research_template"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "clinical_research_template" in share row exclusive mode;
  update "clinical_research_template" set "base_product_id" = "base_product_id" where tenant_id = new.tenant_id and "base_product_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_clinical_research_template" after update on "base_product" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_base_product_to_clinical_research_template"();
create or replace function "rounds_pass_owner_base_product_to_clinical_research__5qt22a"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "clinical_research_template_rel" in share row exclusive mode;
  update "clinical_research_template_rel" set "product_id" = "product_id" where tenant_id = new.tenant_id and "product_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_clinical_research_template_rel" after update on "base_product" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_base_product_to_clinical_research__5qt22a"();
create or replace function "rounds_search_of_base_product"(records "base_product"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'baseProduct', t.id, null,
    coalesce(left(t."product_name", 200), ''), concat_ws(' · ', nullif(t."entrusted_company_name", ''), nullif(t."product_code", '')),
    null, rounds_key(t."product_name"), rounds_terms(t."product_name", null, n.readings),
    array_remove(array[t.tenant_id || ':baseProduct', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."product_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."product_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_base_product"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_base_product"(array(select a::"base_product" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."product_name", old."entrusted_company_name", old."product_code", old."entrusted_company_id", old."is_deleted") is not distinct from (new."product_name", new."entrusted_company_name", new."product_code", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('baseProduct') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_base_product"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "base_product" referencing new table as added for each statement execute function "rounds_search_base_product"();
create trigger keep_search after delete or update of "product_name", "entrusted_company_name", "product_code", "entrusted_company_id", "is_deleted" on "base_product" for each row execute function "rounds_search_base_product"();

-- authenticationDoctor: Certified doctors
create table "authentication_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "doctor_name" varchar(50) collate "C" not null,
  "gender" smallint,
  "phone" varchar(11) collate "C" not null,
  "id_card_number" text collate "C",
  "id_card_front" varchar(500) collate "C",
  "id_card_back" varchar(500) collate "C",
  "id_photo" varchar(500) collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "title" varchar(32) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "practice_cert_no" varchar(32) collate "C",
  "practice_cert" varchar(500) collate "C",
  "qualification_cert" varchar(500) collate "C",
  "region_code" varchar(12) collate "C",
  "region_name" varchar(200) collate "C",
  "bank_name" varchar(100) collate "C",
  "bank_account" text collate "C",
  "bank_branch_no" varchar(20) collate "C",
  "bank_bound_status" smallint default 0 not null,
  "cert_status" smallint default 0 not null,
  "face_status" smallint default 0 not null,
  "esign_status" smallint default 0 not null,
  "esign_progress" smallint default 0 not null,
  "esign_msg" varchar(100) collate "C",
  "esign_account_id" varchar(64) collate "C",
  "seal_url" varchar(500) collate "C",
  "open_id" varchar(64) collate "C",
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
  constraint "authentication_doctor_has_tenant" check (tenant_id <> ''),
  constraint "authentication_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "authentication_doctor_bank_account_sealed" check ("bank_account" like '~%~%' and octet_length("bank_account") > 41)
);
create index "authentication_doctor_doctor_name_grams" on "authentication_doctor" using gin (rounds_grams(tenant_id, "doctor_name"));
create index "authentication_doctor_hospital_name_grams" on "authentication_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "authentication_doctor_department_name_grams" on "authentication_doctor" using gin (rounds_grams(tenant_id, "department_name"));
create index "authentication_doctor_title_grams" on "authentication_doctor" using gin (rounds_grams(tenant_id, "title"));
create unique index "authentication_doctor_phone_key" on "authentication_doctor" ("tenant_id", "phone") where is_deleted = 0;
create unique index "authentication_doctor_id_card_number_key" on "authentication_doctor" ("tenant_id", "id_card_number") where is_deleted = 0;
create index "authentication_doctor_create_time_id" on "authentication_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_cert_status_create_time_id" on "authentication_doctor" ("tenant_id", "cert_status", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_face_status_create_time_id" on "authentication_doctor" ("tenant_id", "face_status", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_esign_status_create_time_id" on "authentication_doctor" ("tenant_id", "esign_status", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_protocol_status_create_time_id" on "authentication_doctor" ("tenant_id", "protocol_status", "create_time", "id") where is_deleted = 0;
create index "authentication_doctor_black_status_create_time_id" on "authentication_doctor" ("tenant_id", "black_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"authentication_doctor"');
create or replace function "rounds_search_of_authentication_doctor"(records "authentication_doctor"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'authenticationDoctor', t.id, null,
    coalesce(left(t."doctor_name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."doctor_name"), rounds_terms(t."doctor_name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':authenticationDoctor', 'company:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."doctor_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."doctor_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_authentication_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_authentication_doctor"(array(select a::"authentication_doctor" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."doctor_name", old."code", old."is_deleted") is not distinct from (new."doctor_name", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('authenticationDoctor') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_authentication_doctor"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "authentication_doctor" referencing new table as added for each statement execute function "rounds_search_authentication_doctor"();
create trigger keep_search after delete or update of "doctor_name", "code", "is_deleted" on "authentication_doctor" for each row execute function "rounds_search_authentication_doctor"();

-- doctorLibrary: Doctor library
create table "doctor_library" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "doctor_name" varchar(50) collate "C" not null,
  "gender" smallint,
  "hospital_name" varchar(100) collate "C" not null,
  "hospital_level" varchar(10) collate "C",
  "department_name" varchar(50) collate "C",
  "title" varchar(32) collate "C",
  "duty" varchar(50) collate "C",
  "region_code" varchar(12) collate "C",
  "region_name" varchar(200) collate "C",
  "good_at" varchar(500) collate "C",
  "practice_cert_no" varchar(32) collate "C",
  "source" smallint default 1 not null,
  "auth_doctor_id" bigint,
  "auth_doctor_code" varchar(32) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "doctor_library_pkey" primary key (tenant_id, id),
  constraint "doctor_library_has_tenant" check (tenant_id <> '')
);
create index "doctor_library_doctor_name_grams" on "doctor_library" using gin (rounds_grams(tenant_id, "doctor_name"));
create index "doctor_library_hospital_name_grams" on "doctor_library" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "doctor_library_department_name_grams" on "doctor_library" using gin (rounds_grams(tenant_id, "department_name"));
create index "doctor_library_title_grams" on "doctor_library" using gin (rounds_grams(tenant_id, "title"));
create index "doctor_library_create_time_id" on "doctor_library" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "doctor_library_auth_doctor_id_create_time_id" on "doctor_library" ("tenant_id", "auth_doctor_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"doctor_library"');
create or replace function "rounds_search_of_doctor_library"(records "doctor_library"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'doctorLibrary', t.id, null,
    coalesce(left(t."doctor_name", 200), ''), null,
    null, rounds_key(t."doctor_name"), rounds_terms(t."doctor_name", null, n.readings),
    array_remove(array[t.tenant_id || ':doctorLibrary'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."doctor_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."doctor_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_doctor_library"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_doctor_library"(array(select a::"doctor_library" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."doctor_name", old."is_deleted") is not distinct from (new."doctor_name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('doctorLibrary') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_doctor_library"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "doctor_library" referencing new table as added for each statement execute function "rounds_search_doctor_library"();
create trigger keep_search after delete or update of "doctor_name", "is_deleted" on "doctor_library" for each row execute function "rounds_search_doctor_library"();

-- doctorTemp: Doctor name-phone list
create table "doctor_temp" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "name" varchar(50) collate "C" not null,
  "phone" varchar(11) collate "C" not null,
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "import_batch" varchar(32) collate "C",
  "doctor_id" bigint,
  "doctor_name" varchar(50) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "doctor_temp_pkey" primary key (tenant_id, id),
  constraint "doctor_temp_has_tenant" check (tenant_id <> '')
);
create index "doctor_temp_name_grams" on "doctor_temp" using gin (rounds_grams(tenant_id, "name"));
create index "doctor_temp_import_batch_trgm" on "doctor_temp" using gin ("import_batch" gin_trgm_ops);
create index "doctor_temp_create_time_id" on "doctor_temp" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "doctor_temp_phone_id" on "doctor_temp" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "doctor_temp_doctor_id_create_time_id" on "doctor_temp" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "doctor_temp_import_batch_id" on "doctor_temp" ("tenant_id", "import_batch", "id") where is_deleted = 0;
select rounds_protect('"doctor_temp"');
create or replace function "rounds_search_of_doctor_temp"(records "doctor_temp"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'doctorTemp', t.id, null,
    coalesce(left(t."name", 200), ''), null,
    null, rounds_key(t."name"), rounds_terms(t."name", null, n.readings),
    array_remove(array[t.tenant_id || ':doctorTemp'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_doctor_temp"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_doctor_temp"(array(select a::"doctor_temp" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."is_deleted") is not distinct from (new."name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('doctorTemp') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_doctor_temp"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "doctor_temp" referencing new table as added for each statement execute function "rounds_search_doctor_temp"();
create trigger keep_search after delete or update of "name", "is_deleted" on "doctor_temp" for each row execute function "rounds_search_doctor_temp"();

-- doctorEmployeeRel: Employee doctors
create table "doctor_employee_rel" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "employee_id" bigint not null,
  "employee_name" varchar(50) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "hospital_name" varchar(100) collate "C",
  "rel_type" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "doctor_employee_rel_pkey" primary key (tenant_id, id),
  constraint "doctor_employee_rel_has_tenant" check (tenant_id <> '')
);
create unique index "doctor_employee_rel_employee_id_doctor_id_key" on "doctor_employee_rel" ("tenant_id", "employee_id", "doctor_id") where is_deleted = 0;
create index "doctor_employee_rel_create_time_id" on "doctor_employee_rel" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "doctor_employee_rel_employee_id_create_time_id" on "doctor_employee_rel" ("tenant_id", "employee_id", "create_time", "id") where is_deleted = 0;
create index "doctor_employee_rel_doctor_id_create_time_id" on "doctor_employee_rel" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "doctor_employee_rel_entrusted_company_id_create_time_id" on "doctor_employee_rel" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "doctor_employee_rel_rel_type_create_time_id" on "doctor_employee_rel" ("tenant_id", "rel_type", "create_time", "id") where is_deleted = 0;
select rounds_protect('"doctor_employee_rel"');

-- userBlacklist: Blacklist
create table "user_blacklist" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "black_type" smallint default 1,
  "entrusted_company_id" bigint,
  "entrusted_company_name" varchar(100) collate "C",
  "reason" varchar(500) collate "C" not null,
  "start_time" timestamptz,
  "end_time" timestamptz,
  "black_status" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "user_blacklist_pkey" primary key (tenant_id, id),
  constraint "user_blacklist_has_tenant" check (tenant_id <> ''),
  constraint "user_blacklist_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "user_blacklist_end_time_not_before" check ("end_time" >= "start_time")
);
create index "user_blacklist_create_time_id" on "user_blacklist" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "user_blacklist_doctor_id_create_time_id" on "user_blacklist" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "user_blacklist_phone_id" on "user_blacklist" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "user_blacklist_black_status_create_time_id" on "user_blacklist" ("tenant_id", "black_status", "create_time", "id") where is_deleted = 0;
create index "user_blacklist_entrusted_company_id_create_time_id" on "user_blacklist" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"user_blacklist"');

-- customerCertificationRecord: Certification records
create table "customer_certification_record" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "cert_type" smallint default 2 not null,
  "customer_id" varchar(19) collate "C",
  "customer_name" varchar(100) collate "C",
  "cert_no" text collate "C",
  "phone" varchar(11) collate "C",
  "submit_time" timestamptz,
  "id_card_front" varchar(500) collate "C",
  "id_card_back" varchar(500) collate "C",
  "practice_cert" varchar(500) collate "C",
  "license_url" varchar(500) collate "C",
  "face_status" smallint default 0 not null,
  "face_verify_time" timestamptz,
  "face_score" numeric(8,6),
  "two_element" smallint default 0 not null,
  "three_element" smallint default 0 not null,
  "ocr_check" smallint default 0 not null,
  "ocr_result" jsonb,
  "check_msg" varchar(255) collate "C",
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "sms_retry_count" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "customer_certification_record_pkey" primary key (tenant_id, id),
  constraint "customer_certification_record_has_tenant" check (tenant_id <> ''),
  constraint "customer_certification_record_cert_no_sealed" check ("cert_no" like '~%~%' and octet_length("cert_no") > 41)
);
create index "customer_certification_record_customer_name_grams" on "customer_certification_record" using gin (rounds_grams(tenant_id, "customer_name"));
create index "customer_certification_record_create_time_id" on "customer_certification_record" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "customer_certification_record_cert_type_create_time_id" on "customer_certification_record" ("tenant_id", "cert_type", "create_time", "id") where is_deleted = 0;
create index "customer_certification_record_cert_no_id" on "customer_certification_record" ("tenant_id", "cert_no", "id") where is_deleted = 0;
create index "customer_certification_record_phone_id" on "customer_certification_record" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "customer_certification_record_face_status_create_time_id" on "customer_certification_record" ("tenant_id", "face_status", "create_time", "id") where is_deleted = 0;
create index "customer_certification_record_approval_status_create_time_id" on "customer_certification_record" ("tenant_id", "approval_status", "create_time", "id") where is_deleted = 0;
create index "customer_certification_record_submit_time_create_time_id" on "customer_certification_record" ("tenant_id", "submit_time", "create_time", "id") where is_deleted = 0;
create index "customer_certification_record_customer_id_create_time_id" on "customer_certification_record" ("tenant_id", "customer_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"customer_certification_record"');
create or replace function "rounds_search_of_customer_certification_record"(records "customer_certification_record"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'customerCertificationRecord', t.id, null,
    coalesce(left(t."customer_name", 200), ''), null,
    null, rounds_key(t."customer_name"), rounds_terms(t."customer_name", null, n.readings),
    array_remove(array[t.tenant_id || ':customerCertificationRecord'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."customer_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."customer_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_customer_certification_record"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_customer_certification_record"(array(select a::"customer_certification_record" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."customer_name", old."is_deleted") is not distinct from (new."customer_name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('customerCertificationRecord') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_customer_certification_record"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "customer_certification_record" referencing new table as added for each statement execute function "rounds_search_customer_certification_record"();
create trigger keep_search after delete or update of "customer_name", "is_deleted" on "customer_certification_record" for each row execute function "rounds_search_customer_certification_record"();
create or replace function "rounds_makers_customerCertificationRecord"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array[]::text[] then return; end if;
  with made as (
  select t.tenant_id, 'customerCertificationRecord' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "customer_certification_record" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'customerCertificationRecord' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "customer_certification_record" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'customerCertificationRecord' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'customerCertificationRecord' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_customerCertificationRecord"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_customer_certification_record_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_customerCertificationRecord"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "customer_certification_record" referencing new table as added for each statement execute function "rounds_made_customer_certification_record_added"();
create or replace function "rounds_made_customer_certification_record"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_customerCertificationRecord"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "customer_certification_record" for each row execute function "rounds_made_customer_certification_record"();

-- faceSession: Face checks
create table "face_session" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(80) collate "C",
  "doctor_id" bigint,
  "name" varchar(50) collate "C",
  "id_card_number" text collate "C",
  "verify_token" varchar(128) collate "C",
  "verify_url" varchar(500) collate "C",
  "verify_status" smallint default 0 not null,
  "score" numeric(8,6),
  "simpler" smallint default 0 not null,
  "expire_time" timestamptz,
  "finish_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "face_session_pkey" primary key (tenant_id, id),
  constraint "face_session_has_tenant" check (tenant_id <> ''),
  constraint "face_session_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41)
);
create unique index "face_session_code_key" on "face_session" ("tenant_id", rounds_folded("code", false)) where is_deleted = 0;
create index "face_session_code_id" on "face_session" ("tenant_id", "code", "id") where is_deleted = 0;
create index "face_session_create_time_id" on "face_session" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "face_session_doctor_id_create_time_id" on "face_session" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "face_session_code_create_time_id" on "face_session" ("tenant_id", "code", "create_time", "id") where is_deleted = 0;
create index "face_session_verify_status_create_time_id" on "face_session" ("tenant_id", "verify_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"face_session"');

-- activityPlan: Activity plans
create table "activity_plan" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(200) collate "C" not null,
  "plan_type" smallint default 1 not null,
  "pay_type" smallint default 2,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "base_product_id" bigint,
  "base_product_name" varchar(100) collate "C",
  "base_product_line" varchar(50) collate "C",
  "activity_service_project_id" bigint not null,
  "activity_service_project_name" varchar(100) collate "C",
  "budget_order_id" bigint,
  "budget_order_code" varchar(32) collate "C",
  "invitation_start_date" date not null,
  "invitation_end_date" date not null,
  "plan_search_num" integer not null,
  "finish_num" integer default 0 not null,
  "unit_fee" numeric(18,2),
  "unit_point" bigint,
  "release_time" timestamptz,
  "budget_amount" numeric(18,2) default '0.00' not null,
  "released_amount" numeric(18,2) default '0.00' not null,
  "plan_status" smallint default 0 not null,
  "plan_ended_mark" smallint,
  "purpose" varchar(500) collate "C",
  "format" varchar(50) collate "C",
  "remark" varchar(500) collate "C",
  "demo" smallint default 0 not null,
  "template_id" bigint,
  "template_name" varchar(100) collate "C",
  "per_doctor_max" integer,
  "clinical_research_project_id" bigint,
  "clinical_research_project_name" varchar(100) collate "C",
  "cooperation_type_id" bigint,
  "cooperation_type_name" varchar(100) collate "C",
  "resource_ids" bigint[],
  "resource_titles" varchar(1000) collate "C",
  "meeting_type" smallint default 1,
  "business_class_type" smallint default 1,
  "start_time" timestamptz,
  "end_time" timestamptz,
  "meeting_status" smallint default 0,
  "tencent_meeting_id" varchar(64) collate "C",
  "meeting_code" varchar(32) collate "C",
  "join_url" varchar(500) collate "C",
  "host_user_id" varchar(64) collate "C",
  "follows_tencent" smallint default 0,
  "expect_num" integer,
  "attend_num" integer default 0,
  "submit_status" smallint default 0,
  "submit_time" timestamptz,
  "approval_status" smallint default 0,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "meeting_summary" varchar(2000) collate "C",
  "create_evidence_file_status" smallint default 0,
  "evidence_file" varchar(500) collate "C",
  "lecture_type" smallint default 1,
  "cover" varchar(500) collate "C",
  "video_url" varchar(500) collate "C",
  "duration" integer,
  "parent_lecture_id" bigint,
  "parent_lecture_name" varchar(200) collate "C",
  "play_count" integer default 0,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "activity_plan_pkey" primary key (tenant_id, id),
  constraint "activity_plan_has_tenant" check (tenant_id <> ''),
  constraint "activity_plan_unit_fee_not_negative" check (unit_fee >= 0),
  constraint "activity_plan_unit_point_not_negative" check (unit_point >= 0),
  constraint "activity_plan_budget_amount_not_negative" check (budget_amount >= 0),
  constraint "activity_plan_released_amount_not_negative" check (released_amount >= 0),
  constraint "activity_plan_one_resource" check (("plan_type" = 3 and "demo" = 0) or ("plan_type" = 3 and "demo" = 1) or ("plan_type" = 4 and "demo" = 0) or ("plan_type" = 4 and "demo" = 1) or ("plan_type" = 5 and "demo" = 0) or ("plan_type" = 5 and "demo" = 1) or ("plan_type" = 6 and "demo" = 0) or ("plan_type" = 6 and "demo" = 1) or ("plan_type" = 7 and "demo" = 0) or ("plan_type" = 8 and "demo" = 0) or ("plan_type" = 1 and "demo" = 0) or ("plan_type" = 1 and "demo" = 1) or ("plan_type" = 2 and "demo" = 0) or ("plan_type" = 2 and "demo" = 1)),
  constraint "activity_plan_meeting_required" check (not ("plan_type" = 1 and "demo" = 0) or ("meeting_status" is not null and "follows_tencent" is not null and "attend_num" is not null and "submit_status" is not null and "approval_status" is not null and "confirm_status" is not null and "create_evidence_file_status" is not null)),
  constraint "activity_plan_demo_meeting_required" check (not ("plan_type" = 1 and "demo" = 1) or ("meeting_status" is not null and "follows_tencent" is not null and "attend_num" is not null and "submit_status" is not null and "approval_status" is not null and "confirm_status" is not null and "create_evidence_file_status" is not null)),
  constraint "activity_plan_lecture_required" check (not ("plan_type" = 2 and "demo" = 0) or ("approval_status" is not null and "play_count" is not null)),
  constraint "activity_plan_demo_lecture_required" check (not ("plan_type" = 2 and "demo" = 1) or ("approval_status" is not null and "play_count" is not null)),
  constraint "activity_plan_invitation_end_date_not_before" check ("invitation_end_date" >= "invitation_start_date"),
  constraint "activity_plan_end_time_not_before" check ("end_time" >= "start_time")
);
create index "activity_plan_code_trgm" on "activity_plan" using gin ("code" gin_trgm_ops);
create index "activity_plan_name_grams" on "activity_plan" using gin (rounds_grams(tenant_id, "name"));
create index "activity_plan_resource_ids_ids" on "activity_plan" using gin ("resource_ids");
create unique index "activity_plan_demo_code_key" on "activity_plan" ("tenant_id", "demo", "code") where is_deleted = 0;
create index "activity_plan_demo_create_time_id" on "activity_plan" ("tenant_id", "demo", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_pay_type_create_time_id" on "activity_plan" ("tenant_id", "demo", "pay_type", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_status_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_status", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_entrusted_company_id_create_time_id" on "activity_plan" ("tenant_id", "demo", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_base_department_create_time_id" on "activity_plan" ("tenant_id", "demo", "base_department", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_activity_service_project_id_creat_oriypw" on "activity_plan" ("tenant_id", "demo", "activity_service_project_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_ended_mark_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_ended_mark", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_budget_order_id_create_time_id" on "activity_plan" ("tenant_id", "demo", "budget_order_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_base_employee_id_create_time_id" on "activity_plan" ("tenant_id", "demo", "base_employee_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_code_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "code", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_pay_type_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "pay_type", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_plan_status_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "plan_status", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_entrusted_company_id_cr_1rhs7qu" on "activity_plan" ("tenant_id", "demo", "plan_type", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_base_department_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "base_department", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_activity_service_projec_ivarir" on "activity_plan" ("tenant_id", "demo", "plan_type", "activity_service_project_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_plan_ended_mark_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "plan_ended_mark", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_template_id_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "template_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_demo_plan_type_base_employee_id_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "base_employee_id", "create_time", "id") where is_deleted = 0;
create index "activity_plan_plan_type_4_demo_clinical_research_pro_eofnkk" on "activity_plan" ("tenant_id", "demo", "clinical_research_project_id", "create_time", "id") where is_deleted = 0 and "plan_type" = 4;
create index "activity_plan_plan_type_1_demo_meeting_type_create_time_id" on "activity_plan" ("tenant_id", "demo", "meeting_type", "create_time", "id") where is_deleted = 0 and "plan_type" = 1;
create index "activity_plan_plan_type_1_demo_meeting_status_create_time_id" on "activity_plan" ("tenant_id", "demo", "meeting_status", "create_time", "id") where is_deleted = 0 and "plan_type" = 1;
create index "activity_plan_demo_plan_type_approval_status_create_time_id" on "activity_plan" ("tenant_id", "demo", "plan_type", "approval_status", "create_time", "id") where is_deleted = 0;
create index "activity_plan_plan_type_1_demo_confirm_status_create_time_id" on "activity_plan" ("tenant_id", "demo", "confirm_status", "create_time", "id") where is_deleted = 0 and "plan_type" = 1;
create index "activity_plan_plan_type_1_demo_submit_status_create_time_id" on "activity_plan" ("tenant_id", "demo", "submit_status", "create_time", "id") where is_deleted = 0 and "plan_type" = 1;
create index "activity_plan_plan_type_2_demo_lecture_type_create_time_id" on "activity_plan" ("tenant_id", "demo", "lecture_type", "create_time", "id") where is_deleted = 0 and "plan_type" = 2;
create index "activity_plan_plan_type_2_demo_parent_lecture_id_cre_130swr6" on "activity_plan" ("tenant_id", "demo", "parent_lecture_id", "create_time", "id") where is_deleted = 0 and "plan_type" = 2;
select rounds_protect('"activity_plan"');
create or replace function "rounds_pass_owner_activity_plan_to_activity_file"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "activity_file" in share row exclusive mode;
  update "activity_file" set "plan_id" = "plan_id" where tenant_id = new.tenant_id and "plan_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_activity_file" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_activity_file"();
create or replace function "rounds_pass_owner_activity_plan_to_meeting_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "meeting_doctor" in share row exclusive mode;
  update "meeting_doctor" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_meeting_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_meeting_doctor"();
create or replace function "rounds_pass_owner_activity_plan_to_lecture_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "lecture_doctor" in share row exclusive mode;
  update "lecture_doctor" set "lecture_id" = "lecture_id" where tenant_id = new.tenant_id and "lecture_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_lecture_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_lecture_doctor"();
create or replace function "rounds_pass_owner_activity_plan_to_case_collection_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "case_collection_doctor" in share row exclusive mode;
  update "case_collection_doctor" set "case_collection_id" = "case_collection_id" where tenant_id = new.tenant_id and "case_collection_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_case_collection_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_case_collection_doctor"();
create or replace function "rounds_pass_owner_activity_plan_to_clinical_research_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "clinical_research_doctor" in share row exclusive mode;
  update "clinical_research_doctor" set "clinical_research_id" = "clinical_research_id" where tenant_id = new.tenant_id and "clinical_research_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_clinical_research_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_clinical_research_doctor"();
create or replace function "rounds_pass_owner_activity_plan_to_medication_feedba_x2mkh3"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "medication_feedback_doctor" in share row exclusive mode;
  update "medication_feedback_doctor" set "medication_feedback_id" = "medication_feedback_id" where tenant_id = new.tenant_id and "medication_feedback_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_medication_feedback_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_medication_feedba_x2mkh3"();
create or replace function "rounds_pass_owner_activity_plan_to_professional_revi_ear230"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "professional_review_doctor" in share row exclusive mode;
  update "professional_review_doctor" set "professional_review_id" = "professional_review_id" where tenant_id = new.tenant_id and "professional_review_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_professional_review_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_professional_revi_ear230"();
create or replace function "rounds_pass_owner_activity_plan_to_case_interpretati_140p6g5"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "case_interpretation_doctor" in share row exclusive mode;
  update "case_interpretation_doctor" set "case_collection_id" = "case_collection_id" where tenant_id = new.tenant_id and "case_collection_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_case_interpretation_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_case_interpretati_140p6g5"();
create or replace function "rounds_pass_owner_activity_plan_to_knowledge_creation_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "knowledge_creation_doctor" in share row exclusive mode;
  update "knowledge_creation_doctor" set "plan_id" = "plan_id" where tenant_id = new.tenant_id and "plan_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_knowledge_creation_doctor" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_knowledge_creation_doctor"();
create or replace function "rounds_pass_owner_activity_plan_to_meeting_agenda"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "meeting_agenda" in share row exclusive mode;
  update "meeting_agenda" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_meeting_agenda" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_meeting_agenda"();
create or replace function "rounds_pass_owner_activity_plan_to_meeting_cost"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "meeting_cost" in share row exclusive mode;
  update "meeting_cost" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_meeting_cost" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_meeting_cost"();
create or replace function "rounds_pass_owner_activity_plan_to_meeting_evidence"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "meeting_evidence" in share row exclusive mode;
  update "meeting_evidence" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_meeting_evidence" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_meeting_evidence"();
create or replace function "rounds_pass_owner_activity_plan_to_meeting_attend"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "meeting_attend" in share row exclusive mode;
  update "meeting_attend" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_meeting_attend" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_meeting_attend"();
create or replace function "rounds_pass_owner_activity_plan_to_meeting_tencent"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "meeting_tencent" in share row exclusive mode;
  update "meeting_tencent" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_meeting_tencent" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_meeting_tencent"();
create or replace function "rounds_pass_owner_activity_plan_to_tencent_meeting_e_4pjdzb"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "tencent_meeting_events_recording" in share row exclusive mode;
  update "tencent_meeting_events_recording" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_tencent_meeting_events_recording" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_tencent_meeting_e_4pjdzb"();
create or replace function "rounds_pass_owner_activity_plan_to_tencent_meeting_r_1rtskvf"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "tencent_meeting_recordlist" in share row exclusive mode;
  update "tencent_meeting_recordlist" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_tencent_meeting_recordlist" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_tencent_meeting_r_1rtskvf"();
create or replace function "rounds_pass_owner_activity_plan_to_tencent_meeting_r_1rtqraz"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "tencent_meeting_recordinfo" in share row exclusive mode;
  update "tencent_meeting_recordinfo" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_tencent_meeting_recordinfo" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_tencent_meeting_r_1rtqraz"();
create or replace function "rounds_pass_owner_activity_plan_to_tencent_meeting_p_ysucbg"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "tencent_meeting_participants" in share row exclusive mode;
  update "tencent_meeting_participants" set "meeting_id" = "meeting_id" where tenant_id = new.tenant_id and "meeting_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_tencent_meeting_participants" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_tencent_meeting_p_ysucbg"();
create or replace function "rounds_pass_owner_activity_plan_to_lecture_content"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "lecture_content" in share row exclusive mode;
  update "lecture_content" set "activity_id" = "activity_id" where tenant_id = new.tenant_id and "activity_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_lecture_content" after update on "activity_plan" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_activity_plan_to_lecture_content"();
create or replace function "rounds_hand_over_activity_plan"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  update "lecture_report" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "lecture_id" = new.id;
  update "case_collection_report" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "case_collection_id" = new.id;
  update "medication_feedback_report" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "medication_feedback_id" = new.id;
  update "clinical_research_report" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "clinical_research_id" = new.id;
  update "professional_review_report" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "professional_review_id" = new.id;
  update "patient_education_report" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "plan_id" = new.id;
  update "order_entrusted" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "plan_id" = new.id;
  update "order_doctor" set "base_employee_id" = new."base_employee_id", "base_employee_name" = new."base_employee_name", "base_employee_number" = new."base_employee_number", "base_department" = new."base_department", "base_department_name" = new."base_department_name" where tenant_id = new.tenant_id and is_deleted = 0 and "plan_id" = new.id;
  update "result_order_project_detail" set "base_employee_id" = new."base_employee_id" where tenant_id = new.tenant_id and is_deleted = 0 and "plan_id" = new.id;
  update "result_order_doctor_detail" set "base_employee_id" = new."base_employee_id" where tenant_id = new.tenant_id and is_deleted = 0 and "plan_id" = new.id;
  update "result_order_project_detail_point" set "base_employee_id" = new."base_employee_id" where tenant_id = new.tenant_id and is_deleted = 0 and "plan_id" = new.id;
  update "result_order_doctor_detail_point" set "base_employee_id" = new."base_employee_id" where tenant_id = new.tenant_id and is_deleted = 0 and "plan_id" = new.id;
  return null;
end $$;
create trigger hand_over after update on "activity_plan" for each row
  when (old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_hand_over_activity_plan"();
create or replace function "rounds_search_of_activity_plan"(records "activity_plan"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'caseCollection', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':caseCollection', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 3 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoCaseCollection', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoCaseCollection', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 3 and t."demo" = 1;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'clinicalResearch', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':clinicalResearch', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 4 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoClinicalResearch', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoClinicalResearch', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 4 and t."demo" = 1;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'medicationFeedback', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':medicationFeedback', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 5 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoMedicationFeedback', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoMedicationFeedback', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 5 and t."demo" = 1;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'professionalReview', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':professionalReview', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 6 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoProfessionalReview', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoProfessionalReview', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 6 and t."demo" = 1;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'patientEducation', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':patientEducation', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 7 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'knowledgeCreation', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':knowledgeCreation', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 8 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'meeting', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':meeting', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 1 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoMeeting', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoMeeting', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 1 and t."demo" = 1;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'lecture', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':lecture', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 2 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoLecture', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoLecture', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0 and t."plan_type" = 2 and t."demo" = 1;
end $$;
create or replace function "rounds_search_activity_plan"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_activity_plan"(array(select a::"activity_plan" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."entrusted_company_id", old."base_employee_id", old."plan_type", old."demo", old."is_deleted") is not distinct from (new."name", new."code", new."entrusted_company_id", new."base_employee_id", new."plan_type", new."demo", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('caseCollection', 'demoCaseCollection', 'clinicalResearch', 'demoClinicalResearch', 'medicationFeedback', 'demoMedicationFeedback', 'professionalReview', 'demoProfessionalReview', 'patientEducation', 'knowledgeCreation', 'meeting', 'demoMeeting', 'lecture', 'demoLecture') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_activity_plan"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "activity_plan" referencing new table as added for each statement execute function "rounds_search_activity_plan"();
create trigger keep_search after delete or update of "name", "code", "entrusted_company_id", "base_employee_id", "plan_type", "demo", "is_deleted" on "activity_plan" for each row execute function "rounds_search_activity_plan"();
create or replace function "rounds_makers_meeting"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.submitAudit', 'took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'payType', 'entrustedCompanyId', 'baseEmployeeId', 'baseProductId', 'activityServiceProjectId', 'budgetOrderId', 'invitationStartDate', 'invitationEndDate', 'planSearchNum', 'unitFee', 'unitPoint', 'releaseTime', 'purpose', 'format', 'remark', 'meetingType', 'businessClassType', 'startTime', 'endTime', 'expectNum', 'meetingSummary']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'meeting' as resource, h.operator_id as user_id, t.id as record_id, 'took.submitAudit' as how from (select * from "activity_plan" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."plan_type" = 1 and t."demo" = 0 and h.biz_type = 'meeting' and h.action = 'submitAudit' and h.is_deleted = 0
  union select t.tenant_id, 'meeting' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "activity_plan" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."plan_type" = 1 and t."demo" = 0 and h.biz_type = 'meeting' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'meeting' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_meeting"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_demoMeeting"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.submitAudit', 'took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'payType', 'entrustedCompanyId', 'baseEmployeeId', 'baseProductId', 'activityServiceProjectId', 'budgetOrderId', 'invitationStartDate', 'invitationEndDate', 'planSearchNum', 'unitFee', 'unitPoint', 'releaseTime', 'purpose', 'format', 'remark', 'meetingType', 'businessClassType', 'startTime', 'endTime', 'expectNum', 'meetingSummary']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'demoMeeting' as resource, h.operator_id as user_id, t.id as record_id, 'took.submitAudit' as how from (select * from "activity_plan" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."plan_type" = 1 and t."demo" = 1 and h.biz_type = 'demoMeeting' and h.action = 'submitAudit' and h.is_deleted = 0
  union select t.tenant_id, 'demoMeeting' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "activity_plan" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."plan_type" = 1 and t."demo" = 1 and h.biz_type = 'demoMeeting' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'demoMeeting' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_demoMeeting"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_lecture"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array[]::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'payType', 'entrustedCompanyId', 'baseEmployeeId', 'baseProductId', 'activityServiceProjectId', 'budgetOrderId', 'invitationStartDate', 'invitationEndDate', 'planSearchNum', 'unitFee', 'unitPoint', 'releaseTime', 'purpose', 'format', 'remark', 'lectureType', 'cover', 'videoUrl', 'duration', 'startTime', 'endTime', 'parentLectureId']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'lecture' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "activity_plan" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."plan_type" = 2 and t."demo" = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'lecture' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_lecture"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_demoLecture"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array[]::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'payType', 'entrustedCompanyId', 'baseEmployeeId', 'baseProductId', 'activityServiceProjectId', 'budgetOrderId', 'invitationStartDate', 'invitationEndDate', 'planSearchNum', 'unitFee', 'unitPoint', 'releaseTime', 'purpose', 'format', 'remark', 'lectureType', 'cover', 'videoUrl', 'duration', 'startTime', 'endTime', 'parentLectureId']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'demoLecture' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "activity_plan" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."plan_type" = 2 and t."demo" = 1
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'demoLecture' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_demoLecture"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_activity_plan_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_meeting"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_demoMeeting"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_lecture"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_demoLecture"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "activity_plan" referencing new table as added for each statement execute function "rounds_made_activity_plan_added"();
create or replace function "rounds_made_activity_plan"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user", old."plan_type", old."demo") is not distinct from (new."create_user", new."plan_type", new."demo") then return null; end if;
  perform "rounds_makers_meeting"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_demoMeeting"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_lecture"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_demoLecture"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user", "plan_type", "demo" on "activity_plan" for each row execute function "rounds_made_activity_plan"();

-- activityServiceProject: Service projects
create table "activity_service_project" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(100) collate "C" not null,
  "project_type" smallint not null,
  "base_product_id" bigint,
  "base_product_name" varchar(100) collate "C",
  "base_product_line" varchar(50) collate "C",
  "tax_item_code" varchar(16) collate "C" not null,
  "fee_min" numeric(18,2) default '0.00',
  "fee_max" numeric(18,2) default '0.00',
  "unit_fee" numeric(18,2) default '0.00',
  "unit_point" bigint default 0,
  "template_id" varchar(19) collate "C",
  "require_evidence" smallint default 0,
  "enable_status" smallint default 1,
  "remark" varchar(500) collate "C",
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "activity_service_project_pkey" primary key (tenant_id, id),
  constraint "activity_service_project_has_tenant" check (tenant_id <> ''),
  constraint "activity_service_project_fee_min_not_negative" check (fee_min >= 0),
  constraint "activity_service_project_fee_max_not_negative" check (fee_max >= 0),
  constraint "activity_service_project_unit_fee_not_negative" check (unit_fee >= 0),
  constraint "activity_service_project_unit_point_not_negative" check (unit_point >= 0)
);
create index "activity_service_project_name_grams" on "activity_service_project" using gin (rounds_grams(tenant_id, "name"));
create unique index "activity_service_project_code_key" on "activity_service_project" ("tenant_id", "code") where is_deleted = 0;
create index "activity_service_project_create_time_id" on "activity_service_project" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "activity_service_project_project_type_create_time_id" on "activity_service_project" ("tenant_id", "project_type", "create_time", "id") where is_deleted = 0;
create index "activity_service_project_base_product_id_create_time_id" on "activity_service_project" ("tenant_id", "base_product_id", "create_time", "id") where is_deleted = 0;
create index "activity_service_project_enable_status_create_time_id" on "activity_service_project" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
create index "activity_service_project_owner_company_id_create_time_id" on "activity_service_project" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"activity_service_project"');
create or replace function "rounds_take_owner_activity_service_project"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "base_product" p where p.tenant_id = new.tenant_id and p.id = new."base_product_id";
  return new;
end $$;
create trigger take_owner before insert or update of "base_product_id", "owner_company_id"
  on "activity_service_project" for each row execute function "rounds_take_owner_activity_service_project"();
create or replace function "rounds_search_of_activity_service_project"(records "activity_service_project"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'activityServiceProject', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':activityServiceProject', coalesce('company:' || t."owner_company_id", 'company:*'), 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_activity_service_project"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_activity_service_project"(array(select a::"activity_service_project" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."base_product_id", old."owner_company_id", old."is_deleted") is not distinct from (new."name", new."code", new."base_product_id", new."owner_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('activityServiceProject') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_activity_service_project"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "activity_service_project" referencing new table as added for each statement execute function "rounds_search_activity_service_project"();
create trigger keep_search after delete or update of "name", "code", "base_product_id", "owner_company_id", "is_deleted" on "activity_service_project" for each row execute function "rounds_search_activity_service_project"();

-- activityProjectType: Project types
create table "activity_project_type" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C" not null,
  "name" varchar(100) collate "C" not null,
  "project_type" smallint not null,
  "parent_id" bigint,
  "parent_name" varchar(100) collate "C",
  "cooperation_mode" varchar(50) collate "C",
  "doc_url" varchar(500) collate "C",
  "enable_status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "activity_project_type_pkey" primary key (tenant_id, id),
  constraint "activity_project_type_has_tenant" check (tenant_id <> '')
);
create index "activity_project_type_code_trgm" on "activity_project_type" using gin ("code" gin_trgm_ops);
create index "activity_project_type_name_grams" on "activity_project_type" using gin (rounds_grams(tenant_id, "name"));
create unique index "activity_project_type_code_key" on "activity_project_type" ("tenant_id", rounds_folded("code", false)) where is_deleted = 0;
create index "activity_project_type_code_id" on "activity_project_type" ("tenant_id", "code", "id") where is_deleted = 0;
create index "activity_project_type_create_time_id" on "activity_project_type" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "activity_project_type_project_type_create_time_id" on "activity_project_type" ("tenant_id", "project_type", "create_time", "id") where is_deleted = 0;
create index "activity_project_type_enable_status_create_time_id" on "activity_project_type" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
create index "activity_project_type_parent_id_create_time_id" on "activity_project_type" ("tenant_id", "parent_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"activity_project_type"');
create or replace function "rounds_search_of_activity_project_type"(records "activity_project_type"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'activityProjectType', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':activityProjectType', 'company:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_activity_project_type"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_activity_project_type"(array(select a::"activity_project_type" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('activityProjectType') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_activity_project_type"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "activity_project_type" referencing new table as added for each statement execute function "rounds_search_activity_project_type"();
create trigger keep_search after delete or update of "name", "code", "is_deleted" on "activity_project_type" for each row execute function "rounds_search_activity_project_type"();

-- doctorPatientProjectType: Doctor-patient project types
create table "doctor_patient_project_type" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C" not null,
  "name" varchar(100) collate "C" not null,
  "sort" integer default 0 not null,
  "enable_status" smallint default 1,
  "remark" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "doctor_patient_project_type_pkey" primary key (tenant_id, id),
  constraint "doctor_patient_project_type_has_tenant" check (tenant_id <> '')
);
create index "doctor_patient_project_type_code_trgm" on "doctor_patient_project_type" using gin ("code" gin_trgm_ops);
create index "doctor_patient_project_type_name_grams" on "doctor_patient_project_type" using gin (rounds_grams(tenant_id, "name"));
create unique index "doctor_patient_project_type_code_key" on "doctor_patient_project_type" ("tenant_id", rounds_folded("code", false)) where is_deleted = 0;
create index "doctor_patient_project_type_code_id" on "doctor_patient_project_type" ("tenant_id", "code", "id") where is_deleted = 0;
create index "doctor_patient_project_type_sort_id" on "doctor_patient_project_type" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "doctor_patient_project_type_create_time_id" on "doctor_patient_project_type" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "doctor_patient_project_type_enable_status_sort_id" on "doctor_patient_project_type" ("tenant_id", "enable_status", "sort", "id") where is_deleted = 0;
select rounds_protect('"doctor_patient_project_type"');
create or replace function "rounds_search_of_doctor_patient_project_type"(records "doctor_patient_project_type"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'doctorPatientProjectType', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':doctorPatientProjectType', 'company:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_doctor_patient_project_type"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_doctor_patient_project_type"(array(select a::"doctor_patient_project_type" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('doctorPatientProjectType') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_doctor_patient_project_type"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "doctor_patient_project_type" referencing new table as added for each statement execute function "rounds_search_doctor_patient_project_type"();
create trigger keep_search after delete or update of "name", "code", "is_deleted" on "doctor_patient_project_type" for each row execute function "rounds_search_doctor_patient_project_type"();

-- activityFile: Activity files
create table "activity_file" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "plan_id" bigint not null,
  "plan_name" varchar(200) collate "C",
  "plan_type" smallint,
  "file_type" smallint not null,
  "file_name" varchar(200) collate "C" not null,
  "file_url" varchar(500) collate "C" not null,
  "size" integer,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "activity_file_pkey" primary key (tenant_id, id),
  constraint "activity_file_has_tenant" check (tenant_id <> '')
);
create index "activity_file_file_name_grams" on "activity_file" using gin (rounds_grams(tenant_id, "file_name"));
create index "activity_file_create_time_id" on "activity_file" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "activity_file_plan_id_create_time_id" on "activity_file" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
create index "activity_file_plan_type_create_time_id" on "activity_file" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "activity_file_file_type_create_time_id" on "activity_file" ("tenant_id", "file_type", "create_time", "id") where is_deleted = 0;
create index "activity_file_owner_company_id_create_time_id" on "activity_file" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "activity_file_owner_employee_id_create_time_id" on "activity_file" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"activity_file"');
create or replace function "rounds_take_owner_activity_file"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."plan_id";
  return new;
end $$;
create trigger take_owner before insert or update of "plan_id", "owner_company_id", "owner_employee_id"
  on "activity_file" for each row execute function "rounds_take_owner_activity_file"();
create or replace function "rounds_search_of_activity_file"(records "activity_file"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'activityFile', t.id, null,
    coalesce(left(t."file_name", 200), ''), null,
    null, rounds_key(t."file_name"), rounds_terms(t."file_name", null, n.readings),
    array_remove(array[t.tenant_id || ':activityFile', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."file_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."file_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_activity_file"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_activity_file"(array(select a::"activity_file" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."file_name", old."plan_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."file_name", new."plan_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('activityFile') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_activity_file"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "activity_file" referencing new table as added for each statement execute function "rounds_search_activity_file"();
create trigger keep_search after delete or update of "file_name", "plan_id", "owner_company_id", "owner_employee_id", "is_deleted" on "activity_file" for each row execute function "rounds_search_activity_file"();

-- clinicalResearchProject: Research projects
create table "clinical_research_project" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(100) collate "C" not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_product_id" bigint,
  "base_product_name" varchar(100) collate "C",
  "base_product_line" varchar(50) collate "C",
  "template_id" bigint,
  "template_name" varchar(100) collate "C",
  "start_date" date,
  "end_date" date,
  "sample_num" integer,
  "project_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "clinical_research_project_pkey" primary key (tenant_id, id),
  constraint "clinical_research_project_has_tenant" check (tenant_id <> ''),
  constraint "clinical_research_project_end_date_not_before" check ("end_date" >= "start_date")
);
create index "clinical_research_project_code_trgm" on "clinical_research_project" using gin ("code" gin_trgm_ops);
create index "clinical_research_project_name_grams" on "clinical_research_project" using gin (rounds_grams(tenant_id, "name"));
create unique index "clinical_research_project_code_key" on "clinical_research_project" ("tenant_id", "code") where is_deleted = 0;
create index "clinical_research_project_create_time_id" on "clinical_research_project" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_project_entrusted_company_id_creat_17w6fwd" on "clinical_research_project" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_project_project_status_create_time_id" on "clinical_research_project" ("tenant_id", "project_status", "create_time", "id") where is_deleted = 0;
create index "clinical_research_project_template_id_create_time_id" on "clinical_research_project" ("tenant_id", "template_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_project_base_product_id_create_time_id" on "clinical_research_project" ("tenant_id", "base_product_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"clinical_research_project"');
create or replace function "rounds_search_of_clinical_research_project"(records "clinical_research_project"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'clinicalResearchProject', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':clinicalResearchProject', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_clinical_research_project"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_clinical_research_project"(array(select a::"clinical_research_project" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."entrusted_company_id", old."is_deleted") is not distinct from (new."name", new."code", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('clinicalResearchProject') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_clinical_research_project"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "clinical_research_project" referencing new table as added for each statement execute function "rounds_search_clinical_research_project"();
create trigger keep_search after delete or update of "name", "code", "entrusted_company_id", "is_deleted" on "clinical_research_project" for each row execute function "rounds_search_clinical_research_project"();

-- caseCollectionTemplate: Case templates
create table "case_collection_template" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(100) collate "C" not null,
  "base_product_id" bigint,
  "base_product_name" varchar(100) collate "C",
  "base_product_line" varchar(50) collate "C",
  "template_type" smallint default 1,
  "description" varchar(500) collate "C",
  "attr_count" integer default 0 not null,
  "template_status" smallint default 0 not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "case_collection_template_pkey" primary key (tenant_id, id),
  constraint "case_collection_template_has_tenant" check (tenant_id <> '')
);
create index "case_collection_template_name_grams" on "case_collection_template" using gin (rounds_grams(tenant_id, "name"));
create unique index "case_collection_template_code_key" on "case_collection_template" ("tenant_id", "code") where is_deleted = 0;
create index "case_collection_template_create_time_id" on "case_collection_template" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_base_product_id_create_time_id" on "case_collection_template" ("tenant_id", "base_product_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_template_status_create_time_id" on "case_collection_template" ("tenant_id", "template_status", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_owner_company_id_create_time_id" on "case_collection_template" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"case_collection_template"');
create or replace function "rounds_take_owner_case_collection_template"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "base_product" p where p.tenant_id = new.tenant_id and p.id = new."base_product_id";
  return new;
end $$;
create trigger take_owner before insert or update of "base_product_id", "owner_company_id"
  on "case_collection_template" for each row execute function "rounds_take_owner_case_collection_template"();
create or replace function "rounds_pass_owner_case_collection_template_to_case_c_zs3whf"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "case_collection_template_attr" in share row exclusive mode;
  update "case_collection_template_attr" set "template_id" = "template_id" where tenant_id = new.tenant_id and "template_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_case_collection_template_attr" after update on "case_collection_template" for each row
  when (old."owner_company_id" is distinct from new."owner_company_id") execute function "rounds_pass_owner_case_collection_template_to_case_c_zs3whf"();
create or replace function "rounds_search_of_case_collection_template"(records "case_collection_template"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'caseCollectionTemplate', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':caseCollectionTemplate', coalesce('company:' || t."owner_company_id", 'company:*'), 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_case_collection_template"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_case_collection_template"(array(select a::"case_collection_template" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."base_product_id", old."owner_company_id", old."is_deleted") is not distinct from (new."name", new."code", new."base_product_id", new."owner_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('caseCollectionTemplate') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_case_collection_template"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "case_collection_template" referencing new table as added for each statement execute function "rounds_search_case_collection_template"();
create trigger keep_search after delete or update of "name", "code", "base_product_id", "owner_company_id", "is_deleted" on "case_collection_template" for each row execute function "rounds_search_case_collection_template"();

-- caseCollectionTemplateAttr: Case template attributes
create table "case_collection_template_attr" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "template_id" bigint not null,
  "attr_name" varchar(100) collate "C" not null,
  "attr_code" varchar(64) collate "C" not null,
  "attr_type" smallint default 1,
  "options" jsonb,
  "required" smallint default 0,
  "max_length" integer,
  "sort" integer default 0 not null,
  "group_name" varchar(50) collate "C",
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "case_collection_template_attr_pkey" primary key (tenant_id, id),
  constraint "case_collection_template_attr_has_tenant" check (tenant_id <> '')
);
create index "case_collection_template_attr_attr_name_grams" on "case_collection_template_attr" using gin (rounds_grams(tenant_id, "attr_name"));
create unique index "case_collection_template_attr_template_id_attr_code_key" on "case_collection_template_attr" ("tenant_id", "template_id", rounds_folded("attr_code", false)) where is_deleted = 0;
create index "case_collection_template_attr_sort_id" on "case_collection_template_attr" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "case_collection_template_attr_create_time_id" on "case_collection_template_attr" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_attr_attr_type_sort_id" on "case_collection_template_attr" ("tenant_id", "attr_type", "sort", "id") where is_deleted = 0;
create index "case_collection_template_attr_template_id_sort_id" on "case_collection_template_attr" ("tenant_id", "template_id", "sort", "id") where is_deleted = 0;
create index "case_collection_template_attr_owner_company_id_sort_id" on "case_collection_template_attr" ("tenant_id", "owner_company_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"case_collection_template_attr"');
create or replace function "rounds_take_owner_case_collection_template_attr"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."owner_company_id" into new."owner_company_id"
    from "case_collection_template" p where p.tenant_id = new.tenant_id and p.id = new."template_id";
  return new;
end $$;
create trigger take_owner before insert or update of "template_id", "owner_company_id"
  on "case_collection_template_attr" for each row execute function "rounds_take_owner_case_collection_template_attr"();
create or replace function "rounds_search_of_case_collection_template_attr"(records "case_collection_template_attr"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'caseCollectionTemplateAttr', t.id, null,
    coalesce(left(t."attr_name", 200), ''), t."attr_code",
    null, rounds_key(t."attr_name"), rounds_terms(t."attr_name", null, n.readings),
    array_remove(array[t.tenant_id || ':caseCollectionTemplateAttr', coalesce('company:' || t."owner_company_id", 'company:*'), 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."attr_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."attr_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_case_collection_template_attr"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_case_collection_template_attr"(array(select a::"case_collection_template_attr" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."attr_name", old."attr_code", old."template_id", old."owner_company_id", old."is_deleted") is not distinct from (new."attr_name", new."attr_code", new."template_id", new."owner_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('caseCollectionTemplateAttr') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_case_collection_template_attr"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "case_collection_template_attr" referencing new table as added for each statement execute function "rounds_search_case_collection_template_attr"();
create trigger keep_search after delete or update of "attr_name", "attr_code", "template_id", "owner_company_id", "is_deleted" on "case_collection_template_attr" for each row execute function "rounds_search_case_collection_template_attr"();

-- caseCollectionTemplateRel: Case template relations
create table "case_collection_template_rel" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "template_id" bigint not null,
  "product_id" bigint not null,
  "product_name" varchar(100) collate "C",
  "project_id" bigint,
  "project_name" varchar(100) collate "C",
  "enable_status" smallint default 1,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "case_collection_template_rel_pkey" primary key (tenant_id, id),
  constraint "case_collection_template_rel_has_tenant" check (tenant_id <> '')
);
create index "case_collection_template_rel_create_time_id" on "case_collection_template_rel" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_rel_product_id_create_time_id" on "case_collection_template_rel" ("tenant_id", "product_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_rel_enable_status_create_time_id" on "case_collection_template_rel" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_rel_template_id_create_time_id" on "case_collection_template_rel" ("tenant_id", "template_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_template_rel_owner_company_id_create_time_id" on "case_collection_template_rel" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"case_collection_template_rel"');
create or replace function "rounds_take_owner_case_collection_template_rel"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "base_product" p where p.tenant_id = new.tenant_id and p.id = new."product_id";
  return new;
end $$;
create trigger take_owner before insert or update of "product_id", "owner_company_id"
  on "case_collection_template_rel" for each row execute function "rounds_take_owner_case_collection_template_rel"();

-- clinicalResearchTemplate: Research templates
create table "clinical_research_template" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(100) collate "C" not null,
  "base_product_id" bigint,
  "base_product_name" varchar(100) collate "C",
  "base_product_line" varchar(50) collate "C",
  "template_type" smallint default 1,
  "description" varchar(500) collate "C",
  "attr_count" integer default 0 not null,
  "template_status" smallint default 0 not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "clinical_research_template_pkey" primary key (tenant_id, id),
  constraint "clinical_research_template_has_tenant" check (tenant_id <> '')
);
create index "clinical_research_template_name_grams" on "clinical_research_template" using gin (rounds_grams(tenant_id, "name"));
create unique index "clinical_research_template_code_key" on "clinical_research_template" ("tenant_id", "code") where is_deleted = 0;
create index "clinical_research_template_create_time_id" on "clinical_research_template" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_base_product_id_create_time_id" on "clinical_research_template" ("tenant_id", "base_product_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_template_status_create_time_id" on "clinical_research_template" ("tenant_id", "template_status", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_owner_company_id_create_time_id" on "clinical_research_template" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"clinical_research_template"');
create or replace function "rounds_take_owner_clinical_research_template"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "base_product" p where p.tenant_id = new.tenant_id and p.id = new."base_product_id";
  return new;
end $$;
create trigger take_owner before insert or update of "base_product_id", "owner_company_id"
  on "clinical_research_template" for each row execute function "rounds_take_owner_clinical_research_template"();
create or replace function "rounds_pass_owner_clinical_research_template_to_clin_1q68fon"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "clinical_research_template_attr" in share row exclusive mode;
  update "clinical_research_template_attr" set "template_id" = "template_id" where tenant_id = new.tenant_id and "template_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_clinical_research_template_attr" after update on "clinical_research_template" for each row
  when (old."owner_company_id" is distinct from new."owner_company_id") execute function "rounds_pass_owner_clinical_research_template_to_clin_1q68fon"();
create or replace function "rounds_search_of_clinical_research_template"(records "clinical_research_template"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'clinicalResearchTemplate', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':clinicalResearchTemplate', coalesce('company:' || t."owner_company_id", 'company:*'), 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_clinical_research_template"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_clinical_research_template"(array(select a::"clinical_research_template" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."base_product_id", old."owner_company_id", old."is_deleted") is not distinct from (new."name", new."code", new."base_product_id", new."owner_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('clinicalResearchTemplate') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_clinical_research_template"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "clinical_research_template" referencing new table as added for each statement execute function "rounds_search_clinical_research_template"();
create trigger keep_search after delete or update of "name", "code", "base_product_id", "owner_company_id", "is_deleted" on "clinical_research_template" for each row execute function "rounds_search_clinical_research_template"();

-- clinicalResearchTemplateAttr: Research template attributes
create table "clinical_research_template_attr" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "template_id" bigint not null,
  "attr_name" varchar(100) collate "C" not null,
  "attr_code" varchar(64) collate "C" not null,
  "attr_type" smallint default 1,
  "options" jsonb,
  "required" smallint default 0,
  "max_length" integer,
  "sort" integer default 0 not null,
  "group_name" varchar(50) collate "C",
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "clinical_research_template_attr_pkey" primary key (tenant_id, id),
  constraint "clinical_research_template_attr_has_tenant" check (tenant_id <> '')
);
create index "clinical_research_template_attr_attr_name_grams" on "clinical_research_template_attr" using gin (rounds_grams(tenant_id, "attr_name"));
create unique index "clinical_research_template_attr_template_id_attr_code_key" on "clinical_research_template_attr" ("tenant_id", "template_id", rounds_folded("attr_code", false)) where is_deleted = 0;
create index "clinical_research_template_attr_sort_id" on "clinical_research_template_attr" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "clinical_research_template_attr_create_time_id" on "clinical_research_template_attr" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_attr_attr_type_sort_id" on "clinical_research_template_attr" ("tenant_id", "attr_type", "sort", "id") where is_deleted = 0;
create index "clinical_research_template_attr_template_id_sort_id" on "clinical_research_template_attr" ("tenant_id", "template_id", "sort", "id") where is_deleted = 0;
create index "clinical_research_template_attr_owner_company_id_sort_id" on "clinical_research_template_attr" ("tenant_id", "owner_company_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"clinical_research_template_attr"');
create or replace function "rounds_take_owner_clinical_research_template_attr"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."owner_company_id" into new."owner_company_id"
    from "clinical_research_template" p where p.tenant_id = new.tenant_id and p.id = new."template_id";
  return new;
end $$;
create trigger take_owner before insert or update of "template_id", "owner_company_id"
  on "clinical_research_template_attr" for each row execute function "rounds_take_owner_clinical_research_template_attr"();
create or replace function "rounds_search_of_clinical_research_template_attr"(records "clinical_research_template_attr"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'clinicalResearchTemplateAttr', t.id, null,
    coalesce(left(t."attr_name", 200), ''), t."attr_code",
    null, rounds_key(t."attr_name"), rounds_terms(t."attr_name", null, n.readings),
    array_remove(array[t.tenant_id || ':clinicalResearchTemplateAttr', coalesce('company:' || t."owner_company_id", 'company:*'), 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."attr_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."attr_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_clinical_research_template_attr"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_clinical_research_template_attr"(array(select a::"clinical_research_template_attr" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."attr_name", old."attr_code", old."template_id", old."owner_company_id", old."is_deleted") is not distinct from (new."attr_name", new."attr_code", new."template_id", new."owner_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('clinicalResearchTemplateAttr') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_clinical_research_template_attr"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "clinical_research_template_attr" referencing new table as added for each statement execute function "rounds_search_clinical_research_template_attr"();
create trigger keep_search after delete or update of "attr_name", "attr_code", "template_id", "owner_company_id", "is_deleted" on "clinical_research_template_attr" for each row execute function "rounds_search_clinical_research_template_attr"();

-- clinicalResearchTemplateRel: Research template relations
create table "clinical_research_template_rel" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "template_id" bigint not null,
  "product_id" bigint not null,
  "product_name" varchar(100) collate "C",
  "project_id" bigint,
  "project_name" varchar(100) collate "C",
  "enable_status" smallint default 1,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "clinical_research_template_rel_pkey" primary key (tenant_id, id),
  constraint "clinical_research_template_rel_has_tenant" check (tenant_id <> '')
);
create index "clinical_research_template_rel_create_time_id" on "clinical_research_template_rel" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_rel_product_id_create_time_id" on "clinical_research_template_rel" ("tenant_id", "product_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_rel_enable_status_create_time_id" on "clinical_research_template_rel" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_rel_template_id_create_time_id" on "clinical_research_template_rel" ("tenant_id", "template_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_template_rel_owner_company_id_crea_wnfyp9" on "clinical_research_template_rel" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"clinical_research_template_rel"');
create or replace function "rounds_take_owner_clinical_research_template_rel"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "base_product" p where p.tenant_id = new.tenant_id and p.id = new."product_id";
  return new;
end $$;
create trigger take_owner before insert or update of "product_id", "owner_company_id"
  on "clinical_research_template_rel" for each row execute function "rounds_take_owner_clinical_research_template_rel"();

-- professionalReviewResource: Article resources
create table "professional_review_resource" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "title" varchar(200) collate "C" not null,
  "type" smallint default 1,
  "path" varchar(500) collate "C",
  "author_name" varchar(50) collate "C",
  "author_unit_name" varchar(100) collate "C",
  "submit_time" timestamptz,
  "uses_number" integer default 0 not null,
  "uses_doctor_id" bigint,
  "uses_doctor_name" varchar(50) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "professional_review_resource_pkey" primary key (tenant_id, id),
  constraint "professional_review_resource_has_tenant" check (tenant_id <> '')
);
create index "professional_review_resource_code_trgm" on "professional_review_resource" using gin ("code" gin_trgm_ops);
create index "professional_review_resource_title_grams" on "professional_review_resource" using gin (rounds_grams(tenant_id, "title"));
create unique index "professional_review_resource_code_key" on "professional_review_resource" ("tenant_id", "code") where is_deleted = 0;
create index "professional_review_resource_create_time_id" on "professional_review_resource" ("tenant_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"professional_review_resource"');
create or replace function "rounds_search_of_professional_review_resource"(records "professional_review_resource"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'professionalReviewResource', t.id, null,
    coalesce(left(t."title", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."title"), rounds_terms(t."title", t."code", n.readings),
    array_remove(array[t.tenant_id || ':professionalReviewResource', 'company:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_professional_review_resource"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_professional_review_resource"(array(select a::"professional_review_resource" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."code", old."is_deleted") is not distinct from (new."title", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('professionalReviewResource') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_professional_review_resource"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "professional_review_resource" referencing new table as added for each statement execute function "rounds_search_professional_review_resource"();
create trigger keep_search after delete or update of "title", "code", "is_deleted" on "professional_review_resource" for each row execute function "rounds_search_professional_review_resource"();

-- meetingDoctor: Meeting doctors
create table "meeting_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint not null,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2) default '0.00',
  "doctor_point" bigint default 0,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "role_type" smallint default 2,
  "topic" varchar(200) collate "C",
  "attended" smallint default 0 not null,
  "labour_status" smallint default 0 not null,
  "demo" smallint default 0 not null,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "meeting_doctor_pkey" primary key (tenant_id, id),
  constraint "meeting_doctor_has_tenant" check (tenant_id <> ''),
  constraint "meeting_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "meeting_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "meeting_doctor_doctor_point_not_negative" check (doctor_point >= 0),
  constraint "meeting_doctor_one_resource" check (("demo" = 0) or ("demo" = 1))
);
create index "meeting_doctor_hospital_name_grams" on "meeting_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "meeting_doctor_demo_create_time_id" on "meeting_doctor" ("tenant_id", "demo", "create_time", "id") where is_deleted = 0;
create index "meeting_doctor_demo_doctor_id_create_time_id" on "meeting_doctor" ("tenant_id", "demo", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "meeting_doctor_demo_agreement_status_create_time_id" on "meeting_doctor" ("tenant_id", "demo", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "meeting_doctor_demo_meeting_id_create_time_id" on "meeting_doctor" ("tenant_id", "demo", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "meeting_doctor_demo_owner_company_id_create_time_id" on "meeting_doctor" ("tenant_id", "demo", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "meeting_doctor_demo_owner_employee_id_create_time_id" on "meeting_doctor" ("tenant_id", "demo", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"meeting_doctor"');
create or replace function "rounds_take_owner_meeting_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "meeting_doctor" for each row execute function "rounds_take_owner_meeting_doctor"();

-- lectureDoctor: Lecture doctors
create table "lecture_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "lecture_id" bigint not null,
  "user_id" varchar(19) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2) default '0.00',
  "doctor_point" bigint default 0,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "topic" varchar(200) collate "C",
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "lecture_doctor_pkey" primary key (tenant_id, id),
  constraint "lecture_doctor_has_tenant" check (tenant_id <> ''),
  constraint "lecture_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "lecture_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "lecture_doctor_doctor_point_not_negative" check (doctor_point >= 0)
);
create index "lecture_doctor_hospital_name_grams" on "lecture_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "lecture_doctor_create_time_id" on "lecture_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "lecture_doctor_doctor_id_create_time_id" on "lecture_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "lecture_doctor_agreement_status_create_time_id" on "lecture_doctor" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "lecture_doctor_lecture_id_create_time_id" on "lecture_doctor" ("tenant_id", "lecture_id", "create_time", "id") where is_deleted = 0;
create index "lecture_doctor_owner_company_id_create_time_id" on "lecture_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "lecture_doctor_owner_employee_id_create_time_id" on "lecture_doctor" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"lecture_doctor"');
create or replace function "rounds_take_owner_lecture_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."lecture_id";
  return new;
end $$;
create trigger take_owner before insert or update of "lecture_id", "owner_company_id", "owner_employee_id"
  on "lecture_doctor" for each row execute function "rounds_take_owner_lecture_doctor"();

-- caseCollectionDoctor: Case collection doctors
create table "case_collection_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "case_collection_id" bigint not null,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2) default '0.00',
  "doctor_point" bigint default 0,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "case_collection_doctor_pkey" primary key (tenant_id, id),
  constraint "case_collection_doctor_has_tenant" check (tenant_id <> ''),
  constraint "case_collection_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "case_collection_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "case_collection_doctor_doctor_point_not_negative" check (doctor_point >= 0)
);
create index "case_collection_doctor_hospital_name_grams" on "case_collection_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "case_collection_doctor_create_time_id" on "case_collection_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_doctor_doctor_id_create_time_id" on "case_collection_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_doctor_agreement_status_create_time_id" on "case_collection_doctor" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "case_collection_doctor_case_collection_id_create_time_id" on "case_collection_doctor" ("tenant_id", "case_collection_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_doctor_owner_company_id_create_time_id" on "case_collection_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_doctor_owner_employee_id_create_time_id" on "case_collection_doctor" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"case_collection_doctor"');
create or replace function "rounds_take_owner_case_collection_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."case_collection_id";
  return new;
end $$;
create trigger take_owner before insert or update of "case_collection_id", "owner_company_id", "owner_employee_id"
  on "case_collection_doctor" for each row execute function "rounds_take_owner_case_collection_doctor"();

-- clinicalResearchDoctor: Research doctors
create table "clinical_research_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "clinical_research_id" bigint not null,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2) default '0.00',
  "doctor_point" bigint default 0,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "clinical_research_doctor_pkey" primary key (tenant_id, id),
  constraint "clinical_research_doctor_has_tenant" check (tenant_id <> ''),
  constraint "clinical_research_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "clinical_research_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "clinical_research_doctor_doctor_point_not_negative" check (doctor_point >= 0)
);
create index "clinical_research_doctor_hospital_name_grams" on "clinical_research_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "clinical_research_doctor_create_time_id" on "clinical_research_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_doctor_doctor_id_create_time_id" on "clinical_research_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_doctor_agreement_status_create_time_id" on "clinical_research_doctor" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "clinical_research_doctor_clinical_research_id_create_time_id" on "clinical_research_doctor" ("tenant_id", "clinical_research_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_doctor_owner_company_id_create_time_id" on "clinical_research_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_doctor_owner_employee_id_create_time_id" on "clinical_research_doctor" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"clinical_research_doctor"');
create or replace function "rounds_take_owner_clinical_research_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."clinical_research_id";
  return new;
end $$;
create trigger take_owner before insert or update of "clinical_research_id", "owner_company_id", "owner_employee_id"
  on "clinical_research_doctor" for each row execute function "rounds_take_owner_clinical_research_doctor"();

-- medicationFeedbackDoctor: Medication feedback doctors
create table "medication_feedback_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "medication_feedback_id" bigint not null,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2) default '0.00',
  "doctor_point" bigint default 0,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "medication_feedback_doctor_pkey" primary key (tenant_id, id),
  constraint "medication_feedback_doctor_has_tenant" check (tenant_id <> ''),
  constraint "medication_feedback_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "medication_feedback_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "medication_feedback_doctor_doctor_point_not_negative" check (doctor_point >= 0)
);
create index "medication_feedback_doctor_hospital_name_grams" on "medication_feedback_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "medication_feedback_doctor_create_time_id" on "medication_feedback_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_doctor_doctor_id_create_time_id" on "medication_feedback_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_doctor_agreement_status_create_time_id" on "medication_feedback_doctor" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_doctor_medication_feedback_id_cr_pq0aby" on "medication_feedback_doctor" ("tenant_id", "medication_feedback_id", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_doctor_owner_company_id_create_time_id" on "medication_feedback_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_doctor_owner_employee_id_create_time_id" on "medication_feedback_doctor" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"medication_feedback_doctor"');
create or replace function "rounds_take_owner_medication_feedback_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."medication_feedback_id";
  return new;
end $$;
create trigger take_owner before insert or update of "medication_feedback_id", "owner_company_id", "owner_employee_id"
  on "medication_feedback_doctor" for each row execute function "rounds_take_owner_medication_feedback_doctor"();

-- professionalReviewDoctor: Review doctors
create table "professional_review_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "professional_review_id" bigint not null,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2) default '0.00',
  "doctor_point" bigint default 0,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "professional_review_doctor_pkey" primary key (tenant_id, id),
  constraint "professional_review_doctor_has_tenant" check (tenant_id <> ''),
  constraint "professional_review_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "professional_review_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "professional_review_doctor_doctor_point_not_negative" check (doctor_point >= 0)
);
create index "professional_review_doctor_hospital_name_grams" on "professional_review_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "professional_review_doctor_create_time_id" on "professional_review_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "professional_review_doctor_doctor_id_create_time_id" on "professional_review_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "professional_review_doctor_agreement_status_create_time_id" on "professional_review_doctor" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "professional_review_doctor_professional_review_id_cr_t36b8u" on "professional_review_doctor" ("tenant_id", "professional_review_id", "create_time", "id") where is_deleted = 0;
create index "professional_review_doctor_owner_company_id_create_time_id" on "professional_review_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "professional_review_doctor_owner_employee_id_create_time_id" on "professional_review_doctor" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"professional_review_doctor"');
create or replace function "rounds_take_owner_professional_review_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."professional_review_id";
  return new;
end $$;
create trigger take_owner before insert or update of "professional_review_id", "owner_company_id", "owner_employee_id"
  on "professional_review_doctor" for each row execute function "rounds_take_owner_professional_review_doctor"();

-- caseInterpretationDoctor: Case interpretations
create table "case_interpretation_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "case_collection_id" bigint not null,
  "plan_name" varchar(200) collate "C",
  "entrusted_company_name" varchar(100) collate "C",
  "case_report_id" bigint not null,
  "case_report_code" varchar(32) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1 not null,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2),
  "doctor_point" bigint default 0 not null,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "interpret_file" varchar(500) collate "C",
  "code_number" varchar(32) collate "C",
  "submit_status" smallint default 0 not null,
  "submit_type" smallint,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "case_interpretation_doctor_pkey" primary key (tenant_id, id),
  constraint "case_interpretation_doctor_has_tenant" check (tenant_id <> ''),
  constraint "case_interpretation_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "case_interpretation_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "case_interpretation_doctor_doctor_point_not_negative" check (doctor_point >= 0),
  constraint "case_interpretation_doctor_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "case_interpretation_doctor_point_amount_not_negative" check (point_amount >= 0)
);
create index "case_interpretation_doctor_hospital_name_grams" on "case_interpretation_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "case_interpretation_doctor_code_number_trgm" on "case_interpretation_doctor" using gin ("code_number" gin_trgm_ops);
create index "case_interpretation_doctor_entrusted_company_name_grams" on "case_interpretation_doctor" using gin (rounds_grams(tenant_id, "entrusted_company_name"));
create index "case_interpretation_doctor_create_time_id" on "case_interpretation_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_case_report_id_create_time_id" on "case_interpretation_doctor" ("tenant_id", "case_report_id", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_doctor_id_create_time_id" on "case_interpretation_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_agreement_status_create_time_id" on "case_interpretation_doctor" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_code_number_id" on "case_interpretation_doctor" ("tenant_id", "code_number", "id") where is_deleted = 0;
create index "case_interpretation_doctor_case_collection_id_create_time_id" on "case_interpretation_doctor" ("tenant_id", "case_collection_id", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_submit_status_create_time_id" on "case_interpretation_doctor" ("tenant_id", "submit_status", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_approval_status_create_time_id" on "case_interpretation_doctor" ("tenant_id", "approval_status", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_confirm_status_create_time_id" on "case_interpretation_doctor" ("tenant_id", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_owner_company_id_create_time_id" on "case_interpretation_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "case_interpretation_doctor_owner_employee_id_create_time_id" on "case_interpretation_doctor" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"case_interpretation_doctor"');
create or replace function "rounds_take_owner_case_interpretation_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."case_collection_id";
  return new;
end $$;
create trigger take_owner before insert or update of "case_collection_id", "owner_company_id", "owner_employee_id"
  on "case_interpretation_doctor" for each row execute function "rounds_take_owner_case_interpretation_doctor"();
create or replace function "rounds_makers_caseInterpretationDoctor"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.handIn', 'took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['caseCollectionId', 'caseReportId', 'doctorId', 'doctorFee']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'caseInterpretationDoctor' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "case_interpretation_doctor" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'caseInterpretationDoctor' as resource, h.operator_id as user_id, t.id as record_id, 'took.handIn' as how from (select * from "case_interpretation_doctor" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'caseInterpretationDoctor' and h.action = 'handIn' and h.is_deleted = 0
  union select t.tenant_id, 'caseInterpretationDoctor' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "case_interpretation_doctor" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'caseInterpretationDoctor' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'caseInterpretationDoctor' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_caseInterpretationDoctor"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_case_interpretation_doctor_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_caseInterpretationDoctor"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "case_interpretation_doctor" referencing new table as added for each statement execute function "rounds_made_case_interpretation_doctor_added"();
create or replace function "rounds_made_case_interpretation_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_caseInterpretationDoctor"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "case_interpretation_doctor" for each row execute function "rounds_made_case_interpretation_doctor"();

-- knowledgeCreationDoctor: Knowledge creation
create table "knowledge_creation_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "plan_id" bigint not null,
  "plan_name" varchar(200) collate "C",
  "entrusted_company_name" varchar(100) collate "C",
  "title" varchar(200) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "duty" varchar(50) collate "C",
  "doctor_level" smallint,
  "plan_search_num" integer default 1 not null,
  "finish_num" integer default 0 not null,
  "doctor_fee" numeric(18,2),
  "doctor_point" bigint default 0 not null,
  "agreement_status" smallint default 0 not null,
  "doctor_agreement" varchar(500) collate "C",
  "sign_time" timestamptz,
  "content_url" varchar(500) collate "C",
  "code_number" varchar(32) collate "C",
  "submit_status" smallint default 0 not null,
  "submit_type" smallint,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "knowledge_creation_doctor_pkey" primary key (tenant_id, id),
  constraint "knowledge_creation_doctor_has_tenant" check (tenant_id <> ''),
  constraint "knowledge_creation_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "knowledge_creation_doctor_doctor_fee_not_negative" check (doctor_fee >= 0),
  constraint "knowledge_creation_doctor_doctor_point_not_negative" check (doctor_point >= 0),
  constraint "knowledge_creation_doctor_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "knowledge_creation_doctor_point_amount_not_negative" check (point_amount >= 0)
);
create index "knowledge_creation_doctor_title_grams" on "knowledge_creation_doctor" using gin (rounds_grams(tenant_id, "title"));
create index "knowledge_creation_doctor_hospital_name_grams" on "knowledge_creation_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "knowledge_creation_doctor_code_number_trgm" on "knowledge_creation_doctor" using gin ("code_number" gin_trgm_ops);
create index "knowledge_creation_doctor_entrusted_company_name_grams" on "knowledge_creation_doctor" using gin (rounds_grams(tenant_id, "entrusted_company_name"));
create index "knowledge_creation_doctor_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_doctor_id_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_agreement_status_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_code_number_id" on "knowledge_creation_doctor" ("tenant_id", "code_number", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_plan_id_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_submit_status_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "submit_status", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_approval_status_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "approval_status", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_confirm_status_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_owner_company_id_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "knowledge_creation_doctor_owner_employee_id_create_time_id" on "knowledge_creation_doctor" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"knowledge_creation_doctor"');
create or replace function "rounds_take_owner_knowledge_creation_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."plan_id";
  return new;
end $$;
create trigger take_owner before insert or update of "plan_id", "owner_company_id", "owner_employee_id"
  on "knowledge_creation_doctor" for each row execute function "rounds_take_owner_knowledge_creation_doctor"();
create or replace function "rounds_search_of_knowledge_creation_doctor"(records "knowledge_creation_doctor"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'knowledgeCreationDoctor', t.id, null,
    coalesce(left(t."title", 200), ''), null,
    null, rounds_key(t."title"), rounds_terms(t."title", null, n.readings),
    array_remove(array[t.tenant_id || ':knowledgeCreationDoctor', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_knowledge_creation_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_knowledge_creation_doctor"(array(select a::"knowledge_creation_doctor" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."plan_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."title", new."plan_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('knowledgeCreationDoctor') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_knowledge_creation_doctor"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "knowledge_creation_doctor" referencing new table as added for each statement execute function "rounds_search_knowledge_creation_doctor"();
create trigger keep_search after delete or update of "title", "plan_id", "owner_company_id", "owner_employee_id", "is_deleted" on "knowledge_creation_doctor" for each row execute function "rounds_search_knowledge_creation_doctor"();
create or replace function "rounds_makers_knowledgeCreationDoctor"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.handIn', 'took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['planId', 'title', 'doctorId', 'doctorFee']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'knowledgeCreationDoctor' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "knowledge_creation_doctor" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'knowledgeCreationDoctor' as resource, h.operator_id as user_id, t.id as record_id, 'took.handIn' as how from (select * from "knowledge_creation_doctor" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'knowledgeCreationDoctor' and h.action = 'handIn' and h.is_deleted = 0
  union select t.tenant_id, 'knowledgeCreationDoctor' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "knowledge_creation_doctor" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'knowledgeCreationDoctor' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'knowledgeCreationDoctor' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_knowledgeCreationDoctor"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_knowledge_creation_doctor_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_knowledgeCreationDoctor"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "knowledge_creation_doctor" referencing new table as added for each statement execute function "rounds_made_knowledge_creation_doctor_added"();
create or replace function "rounds_made_knowledge_creation_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_knowledgeCreationDoctor"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "knowledge_creation_doctor" for each row execute function "rounds_made_knowledge_creation_doctor"();

-- budgetOrder: Budget orders
create table "budget_order" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(200) collate "C" not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_product_id" bigint,
  "base_product_name" varchar(100) collate "C",
  "base_product_line" varchar(50) collate "C",
  "period_start" date not null,
  "period_end" date not null,
  "budget_amount" numeric(18,2) not null,
  "planned_amount" numeric(18,2) default '0.00' not null,
  "accepted_amount" numeric(18,2) default '0.00' not null,
  "settled_amount" numeric(18,2) default '0.00' not null,
  "budget_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "budget_order_pkey" primary key (tenant_id, id),
  constraint "budget_order_has_tenant" check (tenant_id <> ''),
  constraint "budget_order_budget_amount_not_negative" check (budget_amount >= 0),
  constraint "budget_order_planned_amount_not_negative" check (planned_amount >= 0),
  constraint "budget_order_accepted_amount_not_negative" check (accepted_amount >= 0),
  constraint "budget_order_settled_amount_not_negative" check (settled_amount >= 0),
  constraint "budget_order_period_end_not_before" check ("period_end" >= "period_start")
);
create index "budget_order_code_trgm" on "budget_order" using gin ("code" gin_trgm_ops);
create index "budget_order_name_grams" on "budget_order" using gin (rounds_grams(tenant_id, "name"));
create unique index "budget_order_code_key" on "budget_order" ("tenant_id", "code") where is_deleted = 0;
create index "budget_order_create_time_id" on "budget_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "budget_order_entrusted_company_id_create_time_id" on "budget_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "budget_order_budget_status_create_time_id" on "budget_order" ("tenant_id", "budget_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"budget_order"');
create or replace function "rounds_search_of_budget_order"(records "budget_order"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'budgetOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':budgetOrder', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_budget_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_budget_order"(array(select a::"budget_order" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('budgetOrder') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_budget_order"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "budget_order" referencing new table as added for each statement execute function "rounds_search_budget_order"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "budget_order" for each row execute function "rounds_search_budget_order"();
create or replace function "rounds_makers_budgetOrder"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.submit', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'entrustedCompanyId', 'baseProductId', 'periodStart', 'periodEnd', 'budgetAmount']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'budgetOrder' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "budget_order" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'budgetOrder' as resource, h.operator_id as user_id, t.id as record_id, 'took.submit' as how from (select * from "budget_order" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'budgetOrder' and h.action = 'submit' and h.is_deleted = 0
  union select t.tenant_id, 'budgetOrder' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "budget_order" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'budgetOrder' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['name', 'entrustedCompanyId', 'baseProductId', 'periodStart', 'periodEnd', 'budgetAmount']::text[]))
  union select t.tenant_id, 'budgetOrder' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "budget_order" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'budgetOrder' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'budgetOrder' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_budgetOrder"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_budget_order_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_budgetOrder"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "budget_order" referencing new table as added for each statement execute function "rounds_made_budget_order_added"();
create or replace function "rounds_made_budget_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_budgetOrder"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "budget_order" for each row execute function "rounds_made_budget_order"();

-- meetingAgenda: Meeting agenda
create table "meeting_agenda" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint not null,
  "meeting_name" varchar(200) collate "C",
  "start_time" timestamptz not null,
  "end_time" timestamptz,
  "topic" varchar(200) collate "C" not null,
  "speaker_id" bigint,
  "speaker_name" varchar(50) collate "C",
  "role_type" smallint default 2,
  "sort" integer default 0 not null,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "meeting_agenda_pkey" primary key (tenant_id, id),
  constraint "meeting_agenda_has_tenant" check (tenant_id <> ''),
  constraint "meeting_agenda_end_time_not_before" check ("end_time" >= "start_time")
);
create index "meeting_agenda_topic_grams" on "meeting_agenda" using gin (rounds_grams(tenant_id, "topic"));
create index "meeting_agenda_sort_id" on "meeting_agenda" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "meeting_agenda_create_time_id" on "meeting_agenda" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "meeting_agenda_speaker_id_sort_id" on "meeting_agenda" ("tenant_id", "speaker_id", "sort", "id") where is_deleted = 0;
create index "meeting_agenda_meeting_id_sort_id" on "meeting_agenda" ("tenant_id", "meeting_id", "sort", "id") where is_deleted = 0;
create index "meeting_agenda_owner_company_id_sort_id" on "meeting_agenda" ("tenant_id", "owner_company_id", "sort", "id") where is_deleted = 0;
create index "meeting_agenda_owner_employee_id_sort_id" on "meeting_agenda" ("tenant_id", "owner_employee_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"meeting_agenda"');
create or replace function "rounds_take_owner_meeting_agenda"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "meeting_agenda" for each row execute function "rounds_take_owner_meeting_agenda"();
create or replace function "rounds_search_of_meeting_agenda"(records "meeting_agenda"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'meetingAgenda', t.id, null,
    coalesce(left(t."topic", 200), ''), null,
    null, rounds_key(t."topic"), rounds_terms(t."topic", null, n.readings),
    array_remove(array[t.tenant_id || ':meetingAgenda', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."topic" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."topic" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_meeting_agenda"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_meeting_agenda"(array(select a::"meeting_agenda" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."topic", old."meeting_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."topic", new."meeting_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('meetingAgenda') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_meeting_agenda"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "meeting_agenda" referencing new table as added for each statement execute function "rounds_search_meeting_agenda"();
create trigger keep_search after delete or update of "topic", "meeting_id", "owner_company_id", "owner_employee_id", "is_deleted" on "meeting_agenda" for each row execute function "rounds_search_meeting_agenda"();

-- meetingCost: Meeting costs
create table "meeting_cost" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint not null,
  "meeting_name" varchar(200) collate "C",
  "cost_type" smallint not null,
  "amount" numeric(18,2) not null,
  "quantity" integer default 1,
  "invoice_url" varchar(500) collate "C",
  "remark" varchar(500) collate "C",
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "meeting_cost_pkey" primary key (tenant_id, id),
  constraint "meeting_cost_has_tenant" check (tenant_id <> ''),
  constraint "meeting_cost_amount_not_negative" check (amount >= 0)
);
create index "meeting_cost_create_time_id" on "meeting_cost" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "meeting_cost_meeting_id_create_time_id" on "meeting_cost" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "meeting_cost_cost_type_create_time_id" on "meeting_cost" ("tenant_id", "cost_type", "create_time", "id") where is_deleted = 0;
create index "meeting_cost_owner_company_id_create_time_id" on "meeting_cost" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "meeting_cost_owner_employee_id_create_time_id" on "meeting_cost" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"meeting_cost"');
create or replace function "rounds_take_owner_meeting_cost"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "meeting_cost" for each row execute function "rounds_take_owner_meeting_cost"();

-- meetingEvidence: Meeting evidence
create table "meeting_evidence" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint not null,
  "meeting_name" varchar(200) collate "C",
  "evidence_type" smallint not null,
  "file_url" varchar(500) collate "C" not null,
  "file_name" varchar(200) collate "C" not null,
  "watermark_time" timestamptz,
  "location" varchar(200) collate "C",
  "sort" integer default 0,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "meeting_evidence_pkey" primary key (tenant_id, id),
  constraint "meeting_evidence_has_tenant" check (tenant_id <> '')
);
create index "meeting_evidence_file_name_grams" on "meeting_evidence" using gin (rounds_grams(tenant_id, "file_name"));
create index "meeting_evidence_create_time_id" on "meeting_evidence" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "meeting_evidence_meeting_id_create_time_id" on "meeting_evidence" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "meeting_evidence_evidence_type_create_time_id" on "meeting_evidence" ("tenant_id", "evidence_type", "create_time", "id") where is_deleted = 0;
create index "meeting_evidence_owner_company_id_create_time_id" on "meeting_evidence" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "meeting_evidence_owner_employee_id_create_time_id" on "meeting_evidence" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"meeting_evidence"');
create or replace function "rounds_take_owner_meeting_evidence"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "meeting_evidence" for each row execute function "rounds_take_owner_meeting_evidence"();
create or replace function "rounds_search_of_meeting_evidence"(records "meeting_evidence"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'meetingEvidence', t.id, null,
    coalesce(left(t."file_name", 200), ''), null,
    null, rounds_key(t."file_name"), rounds_terms(t."file_name", null, n.readings),
    array_remove(array[t.tenant_id || ':meetingEvidence', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."file_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."file_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_meeting_evidence"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_meeting_evidence"(array(select a::"meeting_evidence" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."file_name", old."meeting_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."file_name", new."meeting_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('meetingEvidence') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_meeting_evidence"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "meeting_evidence" referencing new table as added for each statement execute function "rounds_search_meeting_evidence"();
create trigger keep_search after delete or update of "file_name", "meeting_id", "owner_company_id", "owner_employee_id", "is_deleted" on "meeting_evidence" for each row execute function "rounds_search_meeting_evidence"();

-- meetingAttend: Sign-ins
create table "meeting_attend" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint not null,
  "meeting_name" varchar(200) collate "C",
  "user_name" varchar(50) collate "C" not null,
  "phone" varchar(11) collate "C" not null,
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "sign_time" timestamptz,
  "sign_type" smallint default 1 not null,
  "open_id" varchar(64) collate "C",
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "meeting_attend_pkey" primary key (tenant_id, id),
  constraint "meeting_attend_has_tenant" check (tenant_id <> '')
);
create index "meeting_attend_user_name_grams" on "meeting_attend" using gin (rounds_grams(tenant_id, "user_name"));
create index "meeting_attend_create_time_id" on "meeting_attend" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "meeting_attend_phone_id" on "meeting_attend" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "meeting_attend_meeting_id_create_time_id" on "meeting_attend" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "meeting_attend_owner_company_id_create_time_id" on "meeting_attend" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "meeting_attend_owner_employee_id_create_time_id" on "meeting_attend" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"meeting_attend"');
create or replace function "rounds_take_owner_meeting_attend"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "meeting_attend" for each row execute function "rounds_take_owner_meeting_attend"();
create or replace function "rounds_search_of_meeting_attend"(records "meeting_attend"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'meetingAttend', t.id, null,
    coalesce(left(t."user_name", 200), ''), null,
    null, rounds_key(t."user_name"), rounds_terms(t."user_name", null, n.readings),
    array_remove(array[t.tenant_id || ':meetingAttend', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."user_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."user_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_meeting_attend"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_meeting_attend"(array(select a::"meeting_attend" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."user_name", old."meeting_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."user_name", new."meeting_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('meetingAttend') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_meeting_attend"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "meeting_attend" referencing new table as added for each statement execute function "rounds_search_meeting_attend"();
create trigger keep_search after delete or update of "user_name", "meeting_id", "owner_company_id", "owner_employee_id", "is_deleted" on "meeting_attend" for each row execute function "rounds_search_meeting_attend"();

-- meetingTencent: Tencent meetings
create table "meeting_tencent" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint not null,
  "meeting_name" varchar(200) collate "C",
  "tencent_meeting_id" varchar(64) collate "C",
  "meeting_code" varchar(32) collate "C",
  "subject" varchar(200) collate "C",
  "start_time" timestamptz,
  "end_time" timestamptz,
  "join_url" varchar(500) collate "C",
  "host_key" varchar(32) collate "C",
  "host_user_id" varchar(64) collate "C",
  "state" varchar(32) collate "C" default 'CREATING' not null,
  "state_msg" varchar(255) collate "C",
  "participants_time" timestamptz,
  "query_count" integer default 0 not null,
  "query_time" timestamptz,
  "qr_code_url" varchar(500) collate "C",
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "meeting_tencent_pkey" primary key (tenant_id, id),
  constraint "meeting_tencent_has_tenant" check (tenant_id <> ''),
  constraint "meeting_tencent_state_is_known" check (state in ('CREATING', 'SCHEDULED', 'STARTED', 'ENDED', 'CANCELLING', 'CANCELLED', 'FAILED'))
);
create index "meeting_tencent_meeting_code_trgm" on "meeting_tencent" using gin ("meeting_code" gin_trgm_ops);
create index "meeting_tencent_subject_grams" on "meeting_tencent" using gin (rounds_grams(tenant_id, "subject"));
create index "meeting_tencent_create_time_id" on "meeting_tencent" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "meeting_tencent_meeting_code_id" on "meeting_tencent" ("tenant_id", "meeting_code", "id") where is_deleted = 0;
create index "meeting_tencent_state_create_time_id" on "meeting_tencent" ("tenant_id", "state", "create_time", "id") where is_deleted = 0;
create index "meeting_tencent_meeting_id_create_time_id" on "meeting_tencent" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "meeting_tencent_owner_company_id_create_time_id" on "meeting_tencent" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "meeting_tencent_owner_employee_id_create_time_id" on "meeting_tencent" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"meeting_tencent"');
create or replace function "rounds_take_owner_meeting_tencent"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "meeting_tencent" for each row execute function "rounds_take_owner_meeting_tencent"();
create or replace function "rounds_search_of_meeting_tencent"(records "meeting_tencent"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'meetingTencent', t.id, null,
    coalesce(left(t."subject", 200), ''), null,
    null, rounds_key(t."subject"), rounds_terms(t."subject", null, n.readings),
    array_remove(array[t.tenant_id || ':meetingTencent', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."subject" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."subject" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_meeting_tencent"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_meeting_tencent"(array(select a::"meeting_tencent" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."subject", old."meeting_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."subject", new."meeting_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('meetingTencent') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_meeting_tencent"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "meeting_tencent" referencing new table as added for each statement execute function "rounds_search_meeting_tencent"();
create trigger keep_search after delete or update of "subject", "meeting_id", "owner_company_id", "owner_employee_id", "is_deleted" on "meeting_tencent" for each row execute function "rounds_search_meeting_tencent"();

-- tencentMeetingEventsRecording: Meeting events
create table "tencent_meeting_events_recording" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint,
  "meeting_name" varchar(200) collate "C",
  "tencent_meeting_id" varchar(64) collate "C",
  "meeting_code" varchar(32) collate "C",
  "events_type" varchar(64) collate "C",
  "decrypt_json" jsonb,
  "unique_sequence" varchar(64) collate "C",
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tencent_meeting_events_recording_pkey" primary key (tenant_id, id),
  constraint "tencent_meeting_events_recording_has_tenant" check (tenant_id <> '')
);
create index "tencent_meeting_events_recording_meeting_code_trgm" on "tencent_meeting_events_recording" using gin ("meeting_code" gin_trgm_ops);
create unique index "tencent_meeting_events_recording_unique_sequence_key" on "tencent_meeting_events_recording" ("tenant_id", "unique_sequence") where is_deleted = 0;
create index "tencent_meeting_events_recording_create_time_id" on "tencent_meeting_events_recording" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_events_recording_meeting_id_create_time_id" on "tencent_meeting_events_recording" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_events_recording_meeting_code_id" on "tencent_meeting_events_recording" ("tenant_id", "meeting_code", "id") where is_deleted = 0;
create index "tencent_meeting_events_recording_events_type_create_time_id" on "tencent_meeting_events_recording" ("tenant_id", "events_type", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_events_recording_owner_company_id_cr_xgii7e" on "tencent_meeting_events_recording" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_events_recording_owner_employee_id_c_pnkwyn" on "tencent_meeting_events_recording" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tencent_meeting_events_recording"');
create or replace function "rounds_take_owner_tencent_meeting_events_recording"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "tencent_meeting_events_recording" for each row execute function "rounds_take_owner_tencent_meeting_events_recording"();
create or replace function "rounds_search_of_tencent_meeting_events_recording"(records "tencent_meeting_events_recording"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'tencentMeetingEventsRecording', t.id, null,
    coalesce(left(t."events_type", 200), ''), t."unique_sequence",
    rounds_key(t."unique_sequence"), rounds_key(t."events_type"), rounds_terms(t."events_type", t."unique_sequence", n.readings),
    array_remove(array[t.tenant_id || ':tencentMeetingEventsRecording', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."events_type" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."events_type" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_tencent_meeting_events_recording"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_tencent_meeting_events_recording"(array(select a::"tencent_meeting_events_recording" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."events_type", old."unique_sequence", old."meeting_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."events_type", new."unique_sequence", new."meeting_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('tencentMeetingEventsRecording') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_tencent_meeting_events_recording"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "tencent_meeting_events_recording" referencing new table as added for each statement execute function "rounds_search_tencent_meeting_events_recording"();
create trigger keep_search after delete or update of "events_type", "unique_sequence", "meeting_id", "owner_company_id", "owner_employee_id", "is_deleted" on "tencent_meeting_events_recording" for each row execute function "rounds_search_tencent_meeting_events_recording"();

-- tencentMeetingRecordlist: Recordings
create table "tencent_meeting_recordlist" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint,
  "meeting_name" varchar(200) collate "C",
  "tencent_meeting_id" varchar(64) collate "C",
  "meeting_code" varchar(32) collate "C",
  "meeting_record_id" varchar(64) collate "C",
  "host_user_id" varchar(64) collate "C",
  "media_start_time" bigint,
  "subject" varchar(200) collate "C",
  "state" smallint default 1 not null,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tencent_meeting_recordlist_pkey" primary key (tenant_id, id),
  constraint "tencent_meeting_recordlist_has_tenant" check (tenant_id <> '')
);
create index "tencent_meeting_recordlist_meeting_code_trgm" on "tencent_meeting_recordlist" using gin ("meeting_code" gin_trgm_ops);
create index "tencent_meeting_recordlist_subject_grams" on "tencent_meeting_recordlist" using gin (rounds_grams(tenant_id, "subject"));
create index "tencent_meeting_recordlist_create_time_id" on "tencent_meeting_recordlist" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordlist_meeting_id_create_time_id" on "tencent_meeting_recordlist" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordlist_meeting_code_id" on "tencent_meeting_recordlist" ("tenant_id", "meeting_code", "id") where is_deleted = 0;
create index "tencent_meeting_recordlist_state_create_time_id" on "tencent_meeting_recordlist" ("tenant_id", "state", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordlist_owner_company_id_create_time_id" on "tencent_meeting_recordlist" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordlist_owner_employee_id_create_time_id" on "tencent_meeting_recordlist" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tencent_meeting_recordlist"');
create or replace function "rounds_take_owner_tencent_meeting_recordlist"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "tencent_meeting_recordlist" for each row execute function "rounds_take_owner_tencent_meeting_recordlist"();
create or replace function "rounds_search_of_tencent_meeting_recordlist"(records "tencent_meeting_recordlist"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'tencentMeetingRecordlist', t.id, null,
    coalesce(left(t."subject", 200), ''), null,
    null, rounds_key(t."subject"), rounds_terms(t."subject", null, n.readings),
    array_remove(array[t.tenant_id || ':tencentMeetingRecordlist', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."subject" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."subject" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_tencent_meeting_recordlist"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_tencent_meeting_recordlist"(array(select a::"tencent_meeting_recordlist" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."subject", old."meeting_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."subject", new."meeting_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('tencentMeetingRecordlist') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_tencent_meeting_recordlist"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "tencent_meeting_recordlist" referencing new table as added for each statement execute function "rounds_search_tencent_meeting_recordlist"();
create trigger keep_search after delete or update of "subject", "meeting_id", "owner_company_id", "owner_employee_id", "is_deleted" on "tencent_meeting_recordlist" for each row execute function "rounds_search_tencent_meeting_recordlist"();

-- tencentMeetingRecordinfo: Recording files
create table "tencent_meeting_recordinfo" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "recordlist_id" bigint,
  "meeting_id" bigint,
  "meeting_name" varchar(200) collate "C",
  "tencent_meeting_id" varchar(64) collate "C",
  "meeting_code" varchar(32) collate "C",
  "record_file_id" varchar(64) collate "C",
  "view_address" varchar(500) collate "C",
  "download_address" varchar(500) collate "C",
  "download_address_file_type" varchar(10) collate "C",
  "audio_address" varchar(500) collate "C",
  "audio_address_file_type" varchar(10) collate "C",
  "meeting_summary" varchar(500) collate "C",
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tencent_meeting_recordinfo_pkey" primary key (tenant_id, id),
  constraint "tencent_meeting_recordinfo_has_tenant" check (tenant_id <> '')
);
create index "tencent_meeting_recordinfo_meeting_code_trgm" on "tencent_meeting_recordinfo" using gin ("meeting_code" gin_trgm_ops);
create index "tencent_meeting_recordinfo_create_time_id" on "tencent_meeting_recordinfo" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordinfo_meeting_id_create_time_id" on "tencent_meeting_recordinfo" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordinfo_meeting_code_id" on "tencent_meeting_recordinfo" ("tenant_id", "meeting_code", "id") where is_deleted = 0;
create index "tencent_meeting_recordinfo_recordlist_id_create_time_id" on "tencent_meeting_recordinfo" ("tenant_id", "recordlist_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordinfo_owner_company_id_create_time_id" on "tencent_meeting_recordinfo" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_recordinfo_owner_employee_id_create_time_id" on "tencent_meeting_recordinfo" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tencent_meeting_recordinfo"');
create or replace function "rounds_take_owner_tencent_meeting_recordinfo"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "tencent_meeting_recordinfo" for each row execute function "rounds_take_owner_tencent_meeting_recordinfo"();

-- tencentMeetingParticipants: Attendees
create table "tencent_meeting_participants" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "meeting_id" bigint,
  "meeting_name" varchar(200) collate "C",
  "tencent_meeting_id" varchar(64) collate "C",
  "userid" varchar(64) collate "C",
  "user_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "join_time" bigint,
  "left_time" bigint,
  "instanceid" smallint,
  "duration_seconds" integer,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tencent_meeting_participants_pkey" primary key (tenant_id, id),
  constraint "tencent_meeting_participants_has_tenant" check (tenant_id <> '')
);
create index "tencent_meeting_participants_user_name_grams" on "tencent_meeting_participants" using gin (rounds_grams(tenant_id, "user_name"));
create index "tencent_meeting_participants_create_time_id" on "tencent_meeting_participants" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_participants_phone_id" on "tencent_meeting_participants" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "tencent_meeting_participants_meeting_id_create_time_id" on "tencent_meeting_participants" ("tenant_id", "meeting_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_participants_owner_company_id_create_time_id" on "tencent_meeting_participants" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "tencent_meeting_participants_owner_employee_id_creat_5sgsoa" on "tencent_meeting_participants" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tencent_meeting_participants"');
create or replace function "rounds_take_owner_tencent_meeting_participants"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."meeting_id";
  return new;
end $$;
create trigger take_owner before insert or update of "meeting_id", "owner_company_id", "owner_employee_id"
  on "tencent_meeting_participants" for each row execute function "rounds_take_owner_tencent_meeting_participants"();
create or replace function "rounds_search_of_tencent_meeting_participants"(records "tencent_meeting_participants"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'tencentMeetingParticipants', t.id, null,
    coalesce(left(t."user_name", 200), ''), null,
    null, rounds_key(t."user_name"), rounds_terms(t."user_name", null, n.readings),
    array_remove(array[t.tenant_id || ':tencentMeetingParticipants', 'company:' || t."owner_company_id", 'employee:' || t."owner_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."user_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."user_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_tencent_meeting_participants"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_tencent_meeting_participants"(array(select a::"tencent_meeting_participants" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."user_name", old."meeting_id", old."owner_company_id", old."owner_employee_id", old."is_deleted") is not distinct from (new."user_name", new."meeting_id", new."owner_company_id", new."owner_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('tencentMeetingParticipants') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_tencent_meeting_participants"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "tencent_meeting_participants" referencing new table as added for each statement execute function "rounds_search_tencent_meeting_participants"();
create trigger keep_search after delete or update of "user_name", "meeting_id", "owner_company_id", "owner_employee_id", "is_deleted" on "tencent_meeting_participants" for each row execute function "rounds_search_tencent_meeting_participants"();

-- lectureReport: Lecture reports
create table "lecture_report" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "lecture_id" bigint,
  "topic" varchar(200) collate "C",
  "content_url" varchar(500) collate "C",
  "duration" integer,
  "plan_name" varchar(200) collate "C",
  "template_id" varchar(19) collate "C",
  "lecture_type" smallint default 1 not null,
  "url_hash" varchar(64) collate "C",
  "dup_flag" smallint default 0 not null,
  "code" varchar(32) collate "C",
  "code_number" varchar(32) collate "C",
  "resource_code" varchar(64) collate "C",
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "collect_data" jsonb,
  "files" varchar(500) collate "C",
  "submit_type" smallint default 1 not null,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "is_old_data" smallint default 0 not null,
  "demo" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "lecture_report_pkey" primary key (tenant_id, id),
  constraint "lecture_report_has_tenant" check (tenant_id <> ''),
  constraint "lecture_report_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "lecture_report_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "lecture_report_point_amount_not_negative" check (point_amount >= 0),
  constraint "lecture_report_one_resource" check (("demo" = 0) or ("demo" = 1)),
  constraint "lecture_report_lecture_report_required" check (not ("demo" = 0) or ("lecture_id" is not null))
);
create index "lecture_report_code_number_trgm" on "lecture_report" using gin ("code_number" gin_trgm_ops);
create index "lecture_report_code_trgm" on "lecture_report" using gin ("code" gin_trgm_ops);
create index "lecture_report_hospital_name_grams" on "lecture_report" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "lecture_report_demo_create_time_id" on "lecture_report" ("tenant_id", "demo", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_code_number_id" on "lecture_report" ("tenant_id", "demo", "code_number", "id") where is_deleted = 0;
create index "lecture_report_demo_code_id" on "lecture_report" ("tenant_id", "demo", "code", "id") where is_deleted = 0;
create index "lecture_report_demo_lecture_id_create_time_id" on "lecture_report" ("tenant_id", "demo", "lecture_id", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_doctor_id_create_time_id" on "lecture_report" ("tenant_id", "demo", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_entrusted_company_id_create_time_id" on "lecture_report" ("tenant_id", "demo", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_phone_id" on "lecture_report" ("tenant_id", "demo", "phone", "id") where is_deleted = 0;
create index "lecture_report_demo_pay_type_create_time_id" on "lecture_report" ("tenant_id", "demo", "pay_type", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_is_old_data_create_time_id" on "lecture_report" ("tenant_id", "demo", "is_old_data", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_base_department_create_time_id" on "lecture_report" ("tenant_id", "demo", "base_department", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_approval_status_create_time_id" on "lecture_report" ("tenant_id", "demo", "approval_status", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_confirm_status_create_time_id" on "lecture_report" ("tenant_id", "demo", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_lecture_type_create_time_id" on "lecture_report" ("tenant_id", "demo", "lecture_type", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_dup_flag_create_time_id" on "lecture_report" ("tenant_id", "demo", "dup_flag", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_url_hash_create_time_id" on "lecture_report" ("tenant_id", "demo", "url_hash", "create_time", "id") where is_deleted = 0;
create index "lecture_report_demo_base_employee_id_create_time_id" on "lecture_report" ("tenant_id", "demo", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"lecture_report"');
create or replace function "rounds_search_of_lecture_report"(records "lecture_report"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'lectureReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':lectureReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoLectureReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoLectureReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 1;
end $$;
create or replace function "rounds_search_lecture_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_lecture_report"(array(select a::"lecture_report" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code_number", old."code", old."entrusted_company_id", old."base_employee_id", old."demo", old."is_deleted") is not distinct from (new."code_number", new."code", new."entrusted_company_id", new."base_employee_id", new."demo", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('lectureReport', 'demoLectureReport') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_lecture_report"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "lecture_report" referencing new table as added for each statement execute function "rounds_search_lecture_report"();
create trigger keep_search after delete or update of "code_number", "code", "entrusted_company_id", "base_employee_id", "demo", "is_deleted" on "lecture_report" for each row execute function "rounds_search_lecture_report"();
create or replace function "rounds_makers_lectureReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['lectureId', 'topic', 'contentUrl', 'duration', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'lectureReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "lecture_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 0
  union select t.tenant_id, 'lectureReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "lecture_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 0 and h.biz_type = 'lectureReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'lectureReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_lectureReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_demoLectureReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['topic', 'contentUrl', 'duration', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'demoLectureReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "lecture_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 1
  union select t.tenant_id, 'demoLectureReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "lecture_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 1 and h.biz_type = 'demoLectureReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'demoLectureReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_demoLectureReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_lecture_report_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_lectureReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_demoLectureReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "lecture_report" referencing new table as added for each statement execute function "rounds_made_lecture_report_added"();
create or replace function "rounds_made_lecture_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user", old."demo") is not distinct from (new."create_user", new."demo") then return null; end if;
  perform "rounds_makers_lectureReport"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_demoLectureReport"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user", "demo" on "lecture_report" for each row execute function "rounds_made_lecture_report"();

-- lectureContent: Lecture content
create table "lecture_content" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "activity_id" bigint not null,
  "material_type" smallint default 1 not null,
  "attach_link" varchar(500) collate "C" not null,
  "audio_duration" integer,
  "attach_order" integer default 0,
  "activity_name" varchar(200) collate "C",
  "url_hash" varchar(64) collate "C",
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "lecture_content_pkey" primary key (tenant_id, id),
  constraint "lecture_content_has_tenant" check (tenant_id <> '')
);
create index "lecture_content_create_time_id" on "lecture_content" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "lecture_content_activity_id_create_time_id" on "lecture_content" ("tenant_id", "activity_id", "create_time", "id") where is_deleted = 0;
create index "lecture_content_material_type_create_time_id" on "lecture_content" ("tenant_id", "material_type", "create_time", "id") where is_deleted = 0;
create index "lecture_content_owner_company_id_create_time_id" on "lecture_content" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "lecture_content_owner_employee_id_create_time_id" on "lecture_content" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"lecture_content"');
create or replace function "rounds_take_owner_lecture_content"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "activity_plan" p where p.tenant_id = new.tenant_id and p.id = new."activity_id";
  return new;
end $$;
create trigger take_owner before insert or update of "activity_id", "owner_company_id", "owner_employee_id"
  on "lecture_content" for each row execute function "rounds_take_owner_lecture_content"();

-- caseCollectionReport: Case submissions
create table "case_collection_report" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "case_collection_id" bigint,
  "plan_name" varchar(200) collate "C",
  "template_id" bigint,
  "code" varchar(32) collate "C",
  "code_number" varchar(32) collate "C",
  "resource_code" varchar(64) collate "C",
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "collect_data" jsonb,
  "files" varchar(500) collate "C",
  "submit_type" smallint default 1 not null,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "is_old_data" smallint default 0 not null,
  "demo" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "case_collection_report_pkey" primary key (tenant_id, id),
  constraint "case_collection_report_has_tenant" check (tenant_id <> ''),
  constraint "case_collection_report_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "case_collection_report_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "case_collection_report_point_amount_not_negative" check (point_amount >= 0),
  constraint "case_collection_report_one_resource" check (("demo" = 0) or ("demo" = 1)),
  constraint "case_collection_report_case_collection_report_required" check (not ("demo" = 0) or ("case_collection_id" is not null))
);
create index "case_collection_report_code_number_trgm" on "case_collection_report" using gin ("code_number" gin_trgm_ops);
create index "case_collection_report_code_trgm" on "case_collection_report" using gin ("code" gin_trgm_ops);
create index "case_collection_report_hospital_name_grams" on "case_collection_report" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "case_collection_report_demo_create_time_id" on "case_collection_report" ("tenant_id", "demo", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_code_number_id" on "case_collection_report" ("tenant_id", "demo", "code_number", "id") where is_deleted = 0;
create index "case_collection_report_demo_code_id" on "case_collection_report" ("tenant_id", "demo", "code", "id") where is_deleted = 0;
create index "case_collection_report_demo_case_collection_id_creat_14b33dl" on "case_collection_report" ("tenant_id", "demo", "case_collection_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_doctor_id_create_time_id" on "case_collection_report" ("tenant_id", "demo", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_entrusted_company_id_cre_1g6blk" on "case_collection_report" ("tenant_id", "demo", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_phone_id" on "case_collection_report" ("tenant_id", "demo", "phone", "id") where is_deleted = 0;
create index "case_collection_report_demo_pay_type_create_time_id" on "case_collection_report" ("tenant_id", "demo", "pay_type", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_is_old_data_create_time_id" on "case_collection_report" ("tenant_id", "demo", "is_old_data", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_base_department_create_time_id" on "case_collection_report" ("tenant_id", "demo", "base_department", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_approval_status_create_time_id" on "case_collection_report" ("tenant_id", "demo", "approval_status", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_confirm_status_create_time_id" on "case_collection_report" ("tenant_id", "demo", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "case_collection_report_demo_base_employee_id_create_time_id" on "case_collection_report" ("tenant_id", "demo", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"case_collection_report"');
create or replace function "rounds_search_of_case_collection_report"(records "case_collection_report"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'caseCollectionReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':caseCollectionReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoCaseCollectionReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoCaseCollectionReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 1;
end $$;
create or replace function "rounds_search_case_collection_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_case_collection_report"(array(select a::"case_collection_report" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code_number", old."code", old."entrusted_company_id", old."base_employee_id", old."demo", old."is_deleted") is not distinct from (new."code_number", new."code", new."entrusted_company_id", new."base_employee_id", new."demo", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('caseCollectionReport', 'demoCaseCollectionReport') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_case_collection_report"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "case_collection_report" referencing new table as added for each statement execute function "rounds_search_case_collection_report"();
create trigger keep_search after delete or update of "code_number", "code", "entrusted_company_id", "base_employee_id", "demo", "is_deleted" on "case_collection_report" for each row execute function "rounds_search_case_collection_report"();
create or replace function "rounds_makers_caseCollectionReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['caseCollectionId', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'caseCollectionReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "case_collection_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 0
  union select t.tenant_id, 'caseCollectionReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "case_collection_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 0 and h.biz_type = 'caseCollectionReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'caseCollectionReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_caseCollectionReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_demoCaseCollectionReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'demoCaseCollectionReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "case_collection_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 1
  union select t.tenant_id, 'demoCaseCollectionReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "case_collection_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 1 and h.biz_type = 'demoCaseCollectionReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'demoCaseCollectionReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_demoCaseCollectionReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_case_collection_report_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_caseCollectionReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_demoCaseCollectionReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "case_collection_report" referencing new table as added for each statement execute function "rounds_made_case_collection_report_added"();
create or replace function "rounds_made_case_collection_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user", old."demo") is not distinct from (new."create_user", new."demo") then return null; end if;
  perform "rounds_makers_caseCollectionReport"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_demoCaseCollectionReport"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user", "demo" on "case_collection_report" for each row execute function "rounds_made_case_collection_report"();

-- medicationFeedbackReport: Medication feedback reports
create table "medication_feedback_report" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "medication_feedback_id" bigint,
  "plan_name" varchar(200) collate "C",
  "template_id" bigint,
  "drug_name" varchar(100) collate "C",
  "adverse_reaction" smallint default 0,
  "code" varchar(32) collate "C",
  "code_number" varchar(32) collate "C",
  "resource_code" varchar(64) collate "C",
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "collect_data" jsonb,
  "files" varchar(500) collate "C",
  "submit_type" smallint default 1 not null,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "is_old_data" smallint default 0 not null,
  "demo" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "medication_feedback_report_pkey" primary key (tenant_id, id),
  constraint "medication_feedback_report_has_tenant" check (tenant_id <> ''),
  constraint "medication_feedback_report_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "medication_feedback_report_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "medication_feedback_report_point_amount_not_negative" check (point_amount >= 0),
  constraint "medication_feedback_report_one_resource" check (("demo" = 0) or ("demo" = 1)),
  constraint "medication_feedback_report_medication_feedback_repor_1eqkb27" check (not ("demo" = 0) or ("medication_feedback_id" is not null))
);
create index "medication_feedback_report_code_number_trgm" on "medication_feedback_report" using gin ("code_number" gin_trgm_ops);
create index "medication_feedback_report_code_trgm" on "medication_feedback_report" using gin ("code" gin_trgm_ops);
create index "medication_feedback_report_hospital_name_grams" on "medication_feedback_report" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "medication_feedback_report_demo_create_time_id" on "medication_feedback_report" ("tenant_id", "demo", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_code_number_id" on "medication_feedback_report" ("tenant_id", "demo", "code_number", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_code_id" on "medication_feedback_report" ("tenant_id", "demo", "code", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_medication_feedback__1va2mg9" on "medication_feedback_report" ("tenant_id", "demo", "medication_feedback_id", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_doctor_id_create_time_id" on "medication_feedback_report" ("tenant_id", "demo", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_entrusted_company_id_1yts6cg" on "medication_feedback_report" ("tenant_id", "demo", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_phone_id" on "medication_feedback_report" ("tenant_id", "demo", "phone", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_pay_type_create_time_id" on "medication_feedback_report" ("tenant_id", "demo", "pay_type", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_is_old_data_create_time_id" on "medication_feedback_report" ("tenant_id", "demo", "is_old_data", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_base_department_crea_1f4wcn8" on "medication_feedback_report" ("tenant_id", "demo", "base_department", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_approval_status_crea_1gj9jkm" on "medication_feedback_report" ("tenant_id", "demo", "approval_status", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_confirm_status_creat_1ei0bgd" on "medication_feedback_report" ("tenant_id", "demo", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_adverse_reaction_cre_qxxz88" on "medication_feedback_report" ("tenant_id", "demo", "adverse_reaction", "create_time", "id") where is_deleted = 0;
create index "medication_feedback_report_demo_base_employee_id_cre_13f3a8g" on "medication_feedback_report" ("tenant_id", "demo", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"medication_feedback_report"');
create or replace function "rounds_search_of_medication_feedback_report"(records "medication_feedback_report"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'medicationFeedbackReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':medicationFeedbackReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoMedicationFeedbackReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoMedicationFeedbackReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 1;
end $$;
create or replace function "rounds_search_medication_feedback_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_medication_feedback_report"(array(select a::"medication_feedback_report" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code_number", old."code", old."entrusted_company_id", old."base_employee_id", old."demo", old."is_deleted") is not distinct from (new."code_number", new."code", new."entrusted_company_id", new."base_employee_id", new."demo", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('medicationFeedbackReport', 'demoMedicationFeedbackReport') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_medication_feedback_report"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "medication_feedback_report" referencing new table as added for each statement execute function "rounds_search_medication_feedback_report"();
create trigger keep_search after delete or update of "code_number", "code", "entrusted_company_id", "base_employee_id", "demo", "is_deleted" on "medication_feedback_report" for each row execute function "rounds_search_medication_feedback_report"();
create or replace function "rounds_makers_medicationFeedbackReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['medicationFeedbackId', 'drugName', 'adverseReaction', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'medicationFeedbackReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "medication_feedback_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 0
  union select t.tenant_id, 'medicationFeedbackReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "medication_feedback_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 0 and h.biz_type = 'medicationFeedbackReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'medicationFeedbackReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_medicationFeedbackReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_demoMedicationFeedbackReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['drugName', 'adverseReaction', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'demoMedicationFeedbackReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "medication_feedback_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 1
  union select t.tenant_id, 'demoMedicationFeedbackReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "medication_feedback_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 1 and h.biz_type = 'demoMedicationFeedbackReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'demoMedicationFeedbackReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_demoMedicationFeedbackReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_medication_feedback_report_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_medicationFeedbackReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_demoMedicationFeedbackReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "medication_feedback_report" referencing new table as added for each statement execute function "rounds_made_medication_feedback_report_added"();
create or replace function "rounds_made_medication_feedback_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user", old."demo") is not distinct from (new."create_user", new."demo") then return null; end if;
  perform "rounds_makers_medicationFeedbackReport"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_demoMedicationFeedbackReport"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user", "demo" on "medication_feedback_report" for each row execute function "rounds_made_medication_feedback_report"();

-- clinicalResearchReport: Research reports
create table "clinical_research_report" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "clinical_research_id" bigint,
  "plan_name" varchar(200) collate "C",
  "template_id" bigint,
  "code" varchar(32) collate "C",
  "code_number" varchar(32) collate "C",
  "resource_code" varchar(64) collate "C",
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "collect_data" jsonb,
  "files" varchar(500) collate "C",
  "submit_type" smallint default 1 not null,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "is_old_data" smallint default 0 not null,
  "demo" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "clinical_research_report_pkey" primary key (tenant_id, id),
  constraint "clinical_research_report_has_tenant" check (tenant_id <> ''),
  constraint "clinical_research_report_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "clinical_research_report_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "clinical_research_report_point_amount_not_negative" check (point_amount >= 0),
  constraint "clinical_research_report_one_resource" check (("demo" = 0) or ("demo" = 1)),
  constraint "clinical_research_report_clinical_research_report_required" check (not ("demo" = 0) or ("clinical_research_id" is not null))
);
create index "clinical_research_report_code_number_trgm" on "clinical_research_report" using gin ("code_number" gin_trgm_ops);
create index "clinical_research_report_code_trgm" on "clinical_research_report" using gin ("code" gin_trgm_ops);
create index "clinical_research_report_hospital_name_grams" on "clinical_research_report" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "clinical_research_report_demo_create_time_id" on "clinical_research_report" ("tenant_id", "demo", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_code_number_id" on "clinical_research_report" ("tenant_id", "demo", "code_number", "id") where is_deleted = 0;
create index "clinical_research_report_demo_code_id" on "clinical_research_report" ("tenant_id", "demo", "code", "id") where is_deleted = 0;
create index "clinical_research_report_demo_clinical_research_id_c_1mh2lcd" on "clinical_research_report" ("tenant_id", "demo", "clinical_research_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_doctor_id_create_time_id" on "clinical_research_report" ("tenant_id", "demo", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_entrusted_company_id_c_97dz76" on "clinical_research_report" ("tenant_id", "demo", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_phone_id" on "clinical_research_report" ("tenant_id", "demo", "phone", "id") where is_deleted = 0;
create index "clinical_research_report_demo_pay_type_create_time_id" on "clinical_research_report" ("tenant_id", "demo", "pay_type", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_is_old_data_create_time_id" on "clinical_research_report" ("tenant_id", "demo", "is_old_data", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_base_department_create_time_id" on "clinical_research_report" ("tenant_id", "demo", "base_department", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_approval_status_create_time_id" on "clinical_research_report" ("tenant_id", "demo", "approval_status", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_confirm_status_create_time_id" on "clinical_research_report" ("tenant_id", "demo", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "clinical_research_report_demo_base_employee_id_creat_jgsr8i" on "clinical_research_report" ("tenant_id", "demo", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"clinical_research_report"');
create or replace function "rounds_search_of_clinical_research_report"(records "clinical_research_report"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'clinicalResearchReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':clinicalResearchReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoClinicalResearchReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoClinicalResearchReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 1;
end $$;
create or replace function "rounds_search_clinical_research_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_clinical_research_report"(array(select a::"clinical_research_report" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code_number", old."code", old."entrusted_company_id", old."base_employee_id", old."demo", old."is_deleted") is not distinct from (new."code_number", new."code", new."entrusted_company_id", new."base_employee_id", new."demo", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('clinicalResearchReport', 'demoClinicalResearchReport') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_clinical_research_report"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "clinical_research_report" referencing new table as added for each statement execute function "rounds_search_clinical_research_report"();
create trigger keep_search after delete or update of "code_number", "code", "entrusted_company_id", "base_employee_id", "demo", "is_deleted" on "clinical_research_report" for each row execute function "rounds_search_clinical_research_report"();
create or replace function "rounds_makers_clinicalResearchReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['clinicalResearchId', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'clinicalResearchReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "clinical_research_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 0
  union select t.tenant_id, 'clinicalResearchReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "clinical_research_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 0 and h.biz_type = 'clinicalResearchReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'clinicalResearchReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_clinicalResearchReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_demoClinicalResearchReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'demoClinicalResearchReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "clinical_research_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 1
  union select t.tenant_id, 'demoClinicalResearchReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "clinical_research_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 1 and h.biz_type = 'demoClinicalResearchReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'demoClinicalResearchReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_demoClinicalResearchReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_clinical_research_report_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_clinicalResearchReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_demoClinicalResearchReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "clinical_research_report" referencing new table as added for each statement execute function "rounds_made_clinical_research_report_added"();
create or replace function "rounds_made_clinical_research_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user", old."demo") is not distinct from (new."create_user", new."demo") then return null; end if;
  perform "rounds_makers_clinicalResearchReport"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_demoClinicalResearchReport"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user", "demo" on "clinical_research_report" for each row execute function "rounds_made_clinical_research_report"();

-- professionalReviewReport: Review reports
create table "professional_review_report" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "professional_review_id" bigint not null,
  "plan_name" varchar(200) collate "C",
  "template_id" bigint,
  "resource_id" bigint,
  "resource_title" varchar(200) collate "C",
  "score" integer,
  "opinion" varchar(2000) collate "C",
  "code" varchar(32) collate "C",
  "code_number" varchar(32) collate "C",
  "resource_code" varchar(64) collate "C",
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "collect_data" jsonb,
  "files" varchar(500) collate "C",
  "submit_type" smallint default 1 not null,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "is_old_data" smallint default 0 not null,
  "demo" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "professional_review_report_pkey" primary key (tenant_id, id),
  constraint "professional_review_report_has_tenant" check (tenant_id <> ''),
  constraint "professional_review_report_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "professional_review_report_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "professional_review_report_point_amount_not_negative" check (point_amount >= 0),
  constraint "professional_review_report_one_resource" check (("demo" = 0) or ("demo" = 1))
);
create index "professional_review_report_code_number_trgm" on "professional_review_report" using gin ("code_number" gin_trgm_ops);
create index "professional_review_report_code_trgm" on "professional_review_report" using gin ("code" gin_trgm_ops);
create index "professional_review_report_hospital_name_grams" on "professional_review_report" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "professional_review_report_demo_create_time_id" on "professional_review_report" ("tenant_id", "demo", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_code_number_id" on "professional_review_report" ("tenant_id", "demo", "code_number", "id") where is_deleted = 0;
create index "professional_review_report_demo_code_id" on "professional_review_report" ("tenant_id", "demo", "code", "id") where is_deleted = 0;
create index "professional_review_report_demo_professional_review__pik1b3" on "professional_review_report" ("tenant_id", "demo", "professional_review_id", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_doctor_id_create_time_id" on "professional_review_report" ("tenant_id", "demo", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_entrusted_company_id_f1inbv" on "professional_review_report" ("tenant_id", "demo", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_phone_id" on "professional_review_report" ("tenant_id", "demo", "phone", "id") where is_deleted = 0;
create index "professional_review_report_demo_pay_type_create_time_id" on "professional_review_report" ("tenant_id", "demo", "pay_type", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_is_old_data_create_time_id" on "professional_review_report" ("tenant_id", "demo", "is_old_data", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_base_department_crea_11b1prd" on "professional_review_report" ("tenant_id", "demo", "base_department", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_approval_status_crea_12pewor" on "professional_review_report" ("tenant_id", "demo", "approval_status", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_confirm_status_creat_1brgm9k" on "professional_review_report" ("tenant_id", "demo", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "professional_review_report_demo_base_employee_id_cre_10wdwnf" on "professional_review_report" ("tenant_id", "demo", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"professional_review_report"');
create or replace function "rounds_search_of_professional_review_report"(records "professional_review_report"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'professionalReviewReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':professionalReviewReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 0;
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'demoProfessionalReviewReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':demoProfessionalReviewReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0 and t."demo" = 1;
end $$;
create or replace function "rounds_search_professional_review_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_professional_review_report"(array(select a::"professional_review_report" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code_number", old."code", old."entrusted_company_id", old."base_employee_id", old."demo", old."is_deleted") is not distinct from (new."code_number", new."code", new."entrusted_company_id", new."base_employee_id", new."demo", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('professionalReviewReport', 'demoProfessionalReviewReport') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_professional_review_report"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "professional_review_report" referencing new table as added for each statement execute function "rounds_search_professional_review_report"();
create trigger keep_search after delete or update of "code_number", "code", "entrusted_company_id", "base_employee_id", "demo", "is_deleted" on "professional_review_report" for each row execute function "rounds_search_professional_review_report"();
create or replace function "rounds_makers_professionalReviewReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['professionalReviewId', 'resourceId', 'score', 'opinion', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'professionalReviewReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "professional_review_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 0
  union select t.tenant_id, 'professionalReviewReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "professional_review_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 0 and h.biz_type = 'professionalReviewReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'professionalReviewReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_professionalReviewReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_makers_demoProfessionalReviewReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['professionalReviewId', 'resourceId', 'score', 'opinion', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'demoProfessionalReviewReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "professional_review_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null and t."demo" = 1
  union select t.tenant_id, 'demoProfessionalReviewReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "professional_review_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and t."demo" = 1 and h.biz_type = 'demoProfessionalReviewReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'demoProfessionalReviewReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_demoProfessionalReviewReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_professional_review_report_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_professionalReviewReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  perform "rounds_makers_demoProfessionalReviewReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "professional_review_report" referencing new table as added for each statement execute function "rounds_made_professional_review_report_added"();
create or replace function "rounds_made_professional_review_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user", old."demo") is not distinct from (new."create_user", new."demo") then return null; end if;
  perform "rounds_makers_professionalReviewReport"(new.tenant_id, array[new.id], null, null);
  perform "rounds_makers_demoProfessionalReviewReport"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user", "demo" on "professional_review_report" for each row execute function "rounds_made_professional_review_report"();

-- patientEducationReport: Patient education
create table "patient_education_report" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "plan_id" bigint not null,
  "plan_name" varchar(200) collate "C",
  "template_id" varchar(19) collate "C",
  "project_type_id" bigint,
  "project_type_name" varchar(100) collate "C",
  "patient_count" integer,
  "education_form" smallint,
  "code" varchar(32) collate "C",
  "code_number" varchar(32) collate "C",
  "resource_code" varchar(64) collate "C",
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "collect_data" jsonb,
  "files" varchar(500) collate "C",
  "submit_type" smallint default 1 not null,
  "submit_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "confirmer" varchar(50) collate "C",
  "confirm_date" timestamptz,
  "confirm_result" varchar(500) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "is_old_data" smallint default 0 not null,
  "demo" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "patient_education_report_pkey" primary key (tenant_id, id),
  constraint "patient_education_report_has_tenant" check (tenant_id <> ''),
  constraint "patient_education_report_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "patient_education_report_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "patient_education_report_point_amount_not_negative" check (point_amount >= 0)
);
create index "patient_education_report_code_number_trgm" on "patient_education_report" using gin ("code_number" gin_trgm_ops);
create index "patient_education_report_code_trgm" on "patient_education_report" using gin ("code" gin_trgm_ops);
create index "patient_education_report_hospital_name_grams" on "patient_education_report" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "patient_education_report_create_time_id" on "patient_education_report" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_code_number_id" on "patient_education_report" ("tenant_id", "code_number", "id") where is_deleted = 0;
create index "patient_education_report_code_id" on "patient_education_report" ("tenant_id", "code", "id") where is_deleted = 0;
create index "patient_education_report_plan_id_create_time_id" on "patient_education_report" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_doctor_id_create_time_id" on "patient_education_report" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_entrusted_company_id_create_time_id" on "patient_education_report" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_phone_id" on "patient_education_report" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "patient_education_report_pay_type_create_time_id" on "patient_education_report" ("tenant_id", "pay_type", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_is_old_data_create_time_id" on "patient_education_report" ("tenant_id", "is_old_data", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_base_department_create_time_id" on "patient_education_report" ("tenant_id", "base_department", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_approval_status_create_time_id" on "patient_education_report" ("tenant_id", "approval_status", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_confirm_status_create_time_id" on "patient_education_report" ("tenant_id", "confirm_status", "create_time", "id") where is_deleted = 0;
create index "patient_education_report_base_employee_id_create_time_id" on "patient_education_report" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"patient_education_report"');
create or replace function "rounds_search_of_patient_education_report"(records "patient_education_report"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'patientEducationReport', t.id, null,
    coalesce(left(t."code_number", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."code_number"), rounds_terms(t."code_number", t."code", n.readings),
    array_remove(array[t.tenant_id || ':patientEducationReport', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_number" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_number" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_patient_education_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_patient_education_report"(array(select a::"patient_education_report" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code_number", old."code", old."entrusted_company_id", old."base_employee_id", old."is_deleted") is not distinct from (new."code_number", new."code", new."entrusted_company_id", new."base_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('patientEducationReport') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_patient_education_report"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "patient_education_report" referencing new table as added for each statement execute function "rounds_search_patient_education_report"();
create trigger keep_search after delete or update of "code_number", "code", "entrusted_company_id", "base_employee_id", "is_deleted" on "patient_education_report" for each row execute function "rounds_search_patient_education_report"();
create or replace function "rounds_makers_patientEducationReport"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.audit.pass']::text[]) then return; end if;
  if way = 'edited' and not fields && array['planId', 'projectTypeId', 'patientCount', 'educationForm', 'doctorId', 'collectData', 'files']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'patientEducationReport' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "patient_education_report" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'patientEducationReport' as resource, h.operator_id as user_id, t.id as record_id, 'took.audit.pass' as how from (select * from "patient_education_report" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'patientEducationReport' and h.action = 'audit.pass' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'patientEducationReport' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_patientEducationReport"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_patient_education_report_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_patientEducationReport"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "patient_education_report" referencing new table as added for each statement execute function "rounds_made_patient_education_report_added"();
create or replace function "rounds_made_patient_education_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_patientEducationReport"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "patient_education_report" for each row execute function "rounds_made_patient_education_report"();

-- doctorLink: Doctor links
create table "doctor_link" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "purpose" smallint,
  "title" varchar(200) collate "C",
  "doctor_id" bigint,
  "doctor_name" varchar(50) collate "C",
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "entrusted_company_id" bigint,
  "entrusted_company_name" varchar(100) collate "C",
  "base_employee_id" bigint,
  "sent_via" smallint default 3 not null,
  "link_status" smallint default 0 not null,
  "expire_time" timestamptz,
  "first_used_time" timestamptz,
  "last_used_time" timestamptz,
  "use_count" integer default 0 not null,
  "revoked_time" timestamptz,
  "token_hash" varchar(64) collate "C",
  "wrong_tries" integer default 0 not null,
  "sms_note" varchar(200) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "doctor_link_pkey" primary key (tenant_id, id),
  constraint "doctor_link_has_tenant" check (tenant_id <> '')
);
create index "doctor_link_title_grams" on "doctor_link" using gin (rounds_grams(tenant_id, "title"));
create unique index "doctor_link_token_hash_key" on "doctor_link" ("tenant_id", "token_hash") where is_deleted = 0;
create index "doctor_link_create_time_id" on "doctor_link" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "doctor_link_doctor_id_create_time_id" on "doctor_link" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "doctor_link_purpose_create_time_id" on "doctor_link" ("tenant_id", "purpose", "create_time", "id") where is_deleted = 0;
create index "doctor_link_link_status_create_time_id" on "doctor_link" ("tenant_id", "link_status", "create_time", "id") where is_deleted = 0;
create index "doctor_link_entrusted_company_id_create_time_id" on "doctor_link" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "doctor_link_biz_type_create_time_id" on "doctor_link" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
create index "doctor_link_biz_id_create_time_id" on "doctor_link" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
create index "doctor_link_token_hash_create_time_id" on "doctor_link" ("tenant_id", "token_hash", "create_time", "id") where is_deleted = 0;
create index "doctor_link_base_employee_id_create_time_id" on "doctor_link" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"doctor_link"');
create or replace function "rounds_search_of_doctor_link"(records "doctor_link"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'doctorLink', t.id, null,
    coalesce(left(t."title", 200), ''), t."token_hash",
    rounds_key(t."token_hash"), rounds_key(t."title"), rounds_terms(t."title", t."token_hash", n.readings),
    array_remove(array[t.tenant_id || ':doctorLink', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_doctor_link"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_doctor_link"(array(select a::"doctor_link" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."token_hash", old."entrusted_company_id", old."base_employee_id", old."is_deleted") is not distinct from (new."title", new."token_hash", new."entrusted_company_id", new."base_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('doctorLink') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_doctor_link"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "doctor_link" referencing new table as added for each statement execute function "rounds_search_doctor_link"();
create trigger keep_search after delete or update of "title", "token_hash", "entrusted_company_id", "base_employee_id", "is_deleted" on "doctor_link" for each row execute function "rounds_search_doctor_link"();

-- tenderEntrustedProtocols: Company protocols
create table "tender_entrusted_protocols" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "protocol_code" varchar(32) collate "C",
  "title" varchar(200) collate "C" not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "protocol_type" smallint default 1,
  "platform_fee_rate" numeric(8,6) default '0.060000',
  "start_date" date,
  "end_date" date,
  "amount_limit" numeric(18,2) default '0.00',
  "agreement_status" smallint default 0 not null,
  "file_url" varchar(500) collate "C",
  "sign_status" smallint default 0 not null,
  "sign_msg" varchar(100) collate "C",
  "sign_flow_id" varchar(64) collate "C",
  "sign_url" varchar(500) collate "C",
  "sign_query_count" integer default 0 not null,
  "sign_query_time" timestamptz,
  "company_sign_time" timestamptz,
  "platform_sign_time" timestamptz,
  "void_reason" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tender_entrusted_protocols_pkey" primary key (tenant_id, id),
  constraint "tender_entrusted_protocols_has_tenant" check (tenant_id <> ''),
  constraint "tender_entrusted_protocols_amount_limit_not_negative" check (amount_limit >= 0),
  constraint "tender_entrusted_protocols_end_date_not_before" check ("end_date" >= "start_date")
);
create index "tender_entrusted_protocols_protocol_code_trgm" on "tender_entrusted_protocols" using gin ("protocol_code" gin_trgm_ops);
create index "tender_entrusted_protocols_title_grams" on "tender_entrusted_protocols" using gin (rounds_grams(tenant_id, "title"));
create unique index "tender_entrusted_protocols_protocol_code_key" on "tender_entrusted_protocols" ("tenant_id", "protocol_code") where is_deleted = 0;
create index "tender_entrusted_protocols_create_time_id" on "tender_entrusted_protocols" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tender_entrusted_protocols_entrusted_company_id_crea_1kxp4aj" on "tender_entrusted_protocols" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "tender_entrusted_protocols_agreement_status_create_time_id" on "tender_entrusted_protocols" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "tender_entrusted_protocols_sign_status_create_time_id" on "tender_entrusted_protocols" ("tenant_id", "sign_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tender_entrusted_protocols"');
create or replace function "rounds_search_of_tender_entrusted_protocols"(records "tender_entrusted_protocols"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'tenderEntrustedProtocols', t.id, null,
    coalesce(left(t."title", 200), ''), t."protocol_code",
    rounds_key(t."protocol_code"), rounds_key(t."title"), rounds_terms(t."title", t."protocol_code", n.readings),
    array_remove(array[t.tenant_id || ':tenderEntrustedProtocols', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_tender_entrusted_protocols"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_tender_entrusted_protocols"(array(select a::"tender_entrusted_protocols" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."protocol_code", old."entrusted_company_id", old."is_deleted") is not distinct from (new."title", new."protocol_code", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('tenderEntrustedProtocols') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_tender_entrusted_protocols"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "tender_entrusted_protocols" referencing new table as added for each statement execute function "rounds_search_tender_entrusted_protocols"();
create trigger keep_search after delete or update of "title", "protocol_code", "entrusted_company_id", "is_deleted" on "tender_entrusted_protocols" for each row execute function "rounds_search_tender_entrusted_protocols"();

-- tenderDoctorProtocols: Doctor protocols
create table "tender_doctor_protocols" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "protocol_code" varchar(32) collate "C",
  "title" varchar(200) collate "C" not null,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "entrusted_company_id" bigint,
  "entrusted_company_name" varchar(100) collate "C",
  "plan_id" bigint,
  "plan_name" varchar(200) collate "C",
  "protocol_type" smallint default 1,
  "fee_standard" numeric(18,2) default '0.00',
  "start_date" date,
  "end_date" date,
  "agreement_status" smallint default 0 not null,
  "file_url" varchar(500) collate "C",
  "sign_status" smallint default 0 not null,
  "sign_msg" varchar(100) collate "C",
  "sign_flow_id" varchar(64) collate "C",
  "sign_url" varchar(500) collate "C",
  "sign_query_count" integer default 0 not null,
  "sign_query_time" timestamptz,
  "sign_time" timestamptz,
  "retroactive" smallint default 0 not null,
  "part_id" varchar(19) collate "C",
  "void_reason" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tender_doctor_protocols_pkey" primary key (tenant_id, id),
  constraint "tender_doctor_protocols_has_tenant" check (tenant_id <> ''),
  constraint "tender_doctor_protocols_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "tender_doctor_protocols_fee_standard_not_negative" check (fee_standard >= 0),
  constraint "tender_doctor_protocols_end_date_not_before" check ("end_date" >= "start_date")
);
create index "tender_doctor_protocols_protocol_code_trgm" on "tender_doctor_protocols" using gin ("protocol_code" gin_trgm_ops);
create unique index "tender_doctor_protocols_protocol_code_key" on "tender_doctor_protocols" ("tenant_id", "protocol_code") where is_deleted = 0;
create index "tender_doctor_protocols_create_time_id" on "tender_doctor_protocols" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_protocols_doctor_id_create_time_id" on "tender_doctor_protocols" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_protocols_phone_id" on "tender_doctor_protocols" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "tender_doctor_protocols_agreement_status_create_time_id" on "tender_doctor_protocols" ("tenant_id", "agreement_status", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_protocols_sign_status_create_time_id" on "tender_doctor_protocols" ("tenant_id", "sign_status", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_protocols_entrusted_company_id_create_time_id" on "tender_doctor_protocols" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_protocols_protocol_type_create_time_id" on "tender_doctor_protocols" ("tenant_id", "protocol_type", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_protocols_plan_id_create_time_id" on "tender_doctor_protocols" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tender_doctor_protocols"');
create or replace function "rounds_pass_owner_tender_doctor_protocols_to_tender__1brbzf7"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "tender_doctor_project_rel" in share row exclusive mode;
  update "tender_doctor_project_rel" set "protocol_id" = "protocol_id" where tenant_id = new.tenant_id and "protocol_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_tender_doctor_project_rel" after update on "tender_doctor_protocols" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_tender_doctor_protocols_to_tender__1brbzf7"();
create or replace function "rounds_search_of_tender_doctor_protocols"(records "tender_doctor_protocols"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'tenderDoctorProtocols', t.id, null,
    coalesce(left(t."protocol_code", 200), ''), t."entrusted_company_name",
    rounds_key(t."protocol_code"), null, rounds_terms(t."protocol_code", null, rounds_readings(t."protocol_code")),
    array_remove(array[t.tenant_id || ':tenderDoctorProtocols', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_tender_doctor_protocols"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_tender_doctor_protocols"(array(select a::"tender_doctor_protocols" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."protocol_code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."protocol_code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('tenderDoctorProtocols') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_tender_doctor_protocols"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "tender_doctor_protocols" referencing new table as added for each statement execute function "rounds_search_tender_doctor_protocols"();
create trigger keep_search after delete or update of "protocol_code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "tender_doctor_protocols" for each row execute function "rounds_search_tender_doctor_protocols"();

-- tenderDoctorProjectRel: Doctor–project
create table "tender_doctor_project_rel" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "protocol_id" bigint not null,
  "protocol_title" varchar(200) collate "C",
  "doctor_id" bigint,
  "doctor_name" varchar(50) collate "C",
  "project_id" bigint not null,
  "project_name" varchar(100) collate "C",
  "project_type" smallint,
  "unit_fee" numeric(18,2) default '0.00',
  "enable_status" smallint default 1,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tender_doctor_project_rel_pkey" primary key (tenant_id, id),
  constraint "tender_doctor_project_rel_has_tenant" check (tenant_id <> ''),
  constraint "tender_doctor_project_rel_unit_fee_not_negative" check (unit_fee >= 0)
);
create index "tender_doctor_project_rel_create_time_id" on "tender_doctor_project_rel" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_project_rel_doctor_id_create_time_id" on "tender_doctor_project_rel" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_project_rel_project_id_create_time_id" on "tender_doctor_project_rel" ("tenant_id", "project_id", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_project_rel_project_type_create_time_id" on "tender_doctor_project_rel" ("tenant_id", "project_type", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_project_rel_enable_status_create_time_id" on "tender_doctor_project_rel" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_project_rel_protocol_id_create_time_id" on "tender_doctor_project_rel" ("tenant_id", "protocol_id", "create_time", "id") where is_deleted = 0;
create index "tender_doctor_project_rel_owner_company_id_create_time_id" on "tender_doctor_project_rel" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tender_doctor_project_rel"');
create or replace function "rounds_take_owner_tender_doctor_project_rel"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "tender_doctor_protocols" p where p.tenant_id = new.tenant_id and p.id = new."protocol_id";
  return new;
end $$;
create trigger take_owner before insert or update of "protocol_id", "owner_company_id"
  on "tender_doctor_project_rel" for each row execute function "rounds_take_owner_tender_doctor_project_rel"();

-- bidRecord: Bid records
create table "bid_record" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "tender_code" varchar(32) collate "C",
  "tender_name" varchar(200) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "plan_id" bigint not null,
  "plan_name" varchar(200) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "bid_price" numeric(18,2) default '0.00' not null,
  "bid_file" varchar(500) collate "C",
  "bid_time" timestamptz,
  "bid_status" smallint default 0 not null,
  "review_remark" varchar(500) collate "C",
  "review_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "bid_record_pkey" primary key (tenant_id, id),
  constraint "bid_record_has_tenant" check (tenant_id <> ''),
  constraint "bid_record_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "bid_record_bid_price_not_negative" check (bid_price >= 0)
);
create index "bid_record_tender_code_trgm" on "bid_record" using gin ("tender_code" gin_trgm_ops);
create index "bid_record_tender_name_grams" on "bid_record" using gin (rounds_grams(tenant_id, "tender_name"));
create index "bid_record_create_time_id" on "bid_record" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "bid_record_tender_code_id" on "bid_record" ("tenant_id", "tender_code", "id") where is_deleted = 0;
create index "bid_record_doctor_id_create_time_id" on "bid_record" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "bid_record_bid_status_create_time_id" on "bid_record" ("tenant_id", "bid_status", "create_time", "id") where is_deleted = 0;
create index "bid_record_entrusted_company_id_create_time_id" on "bid_record" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "bid_record_plan_id_create_time_id" on "bid_record" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"bid_record"');
create or replace function "rounds_search_of_bid_record"(records "bid_record"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'bidRecord', t.id, null,
    coalesce(left(t."tender_name", 200), ''), null,
    null, rounds_key(t."tender_name"), rounds_terms(t."tender_name", null, n.readings),
    array_remove(array[t.tenant_id || ':bidRecord', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."tender_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."tender_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_bid_record"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_bid_record"(array(select a::"bid_record" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."tender_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."tender_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('bidRecord') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_bid_record"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "bid_record" referencing new table as added for each statement execute function "rounds_search_bid_record"();
create trigger keep_search after delete or update of "tender_name", "entrusted_company_id", "is_deleted" on "bid_record" for each row execute function "rounds_search_bid_record"();
create or replace function "rounds_makers_bidRecord"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['tenderCode', 'tenderName', 'entrustedCompanyId', 'planId', 'doctorId', 'bidPrice', 'bidFile']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'bidRecord' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "bid_record" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'bidRecord' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "bid_record" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'bidRecord' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['tenderCode', 'tenderName', 'entrustedCompanyId', 'planId', 'doctorId', 'bidPrice', 'bidFile']::text[]))
  union select t.tenant_id, 'bidRecord' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "bid_record" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'bidRecord' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'bidRecord' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_bidRecord"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_bid_record_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_bidRecord"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "bid_record" referencing new table as added for each statement execute function "rounds_made_bid_record_added"();
create or replace function "rounds_made_bid_record"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_bidRecord"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "bid_record" for each row execute function "rounds_made_bid_record"();

-- tenderInfoFile: Tender files
create table "tender_info_file" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "tender_code" varchar(32) collate "C" not null,
  "tender_name" varchar(200) collate "C" not null,
  "plan_id" bigint,
  "plan_name" varchar(200) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "file_type" smallint not null,
  "file_name" varchar(200) collate "C" not null,
  "file_url" varchar(500) collate "C",
  "sort" integer default 0,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tender_info_file_pkey" primary key (tenant_id, id),
  constraint "tender_info_file_has_tenant" check (tenant_id <> '')
);
create index "tender_info_file_tender_code_trgm" on "tender_info_file" using gin ("tender_code" gin_trgm_ops);
create index "tender_info_file_tender_name_grams" on "tender_info_file" using gin (rounds_grams(tenant_id, "tender_name"));
create index "tender_info_file_create_time_id" on "tender_info_file" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tender_info_file_tender_code_id" on "tender_info_file" ("tenant_id", "tender_code", "id") where is_deleted = 0;
create index "tender_info_file_file_type_create_time_id" on "tender_info_file" ("tenant_id", "file_type", "create_time", "id") where is_deleted = 0;
create index "tender_info_file_entrusted_company_id_create_time_id" on "tender_info_file" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "tender_info_file_plan_id_create_time_id" on "tender_info_file" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tender_info_file"');

-- orderEntrusted: Company orders
create table "order_entrusted" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "plan_id" bigint,
  "plan_type" smallint,
  "plan_name" varchar(200) collate "C",
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "budget_amount" numeric(18,2) default '0.00' not null,
  "accepted_amount" numeric(18,2) default '0.00' not null,
  "settled_amount" numeric(18,2) default '0.00' not null,
  "doctor_count" integer default 0 not null,
  "order_status" smallint default 0 not null,
  "start_time" timestamptz,
  "end_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_entrusted_pkey" primary key (tenant_id, id),
  constraint "order_entrusted_has_tenant" check (tenant_id <> ''),
  constraint "order_entrusted_budget_amount_not_negative" check (budget_amount >= 0),
  constraint "order_entrusted_accepted_amount_not_negative" check (accepted_amount >= 0),
  constraint "order_entrusted_settled_amount_not_negative" check (settled_amount >= 0),
  constraint "order_entrusted_end_time_not_before" check ("end_time" >= "start_time")
);
create index "order_entrusted_code_trgm" on "order_entrusted" using gin ("code" gin_trgm_ops);
create unique index "order_entrusted_code_key" on "order_entrusted" ("tenant_id", "code") where is_deleted = 0;
create unique index "order_entrusted_plan_id_key" on "order_entrusted" ("tenant_id", "plan_id") where is_deleted = 0;
create index "order_entrusted_create_time_id" on "order_entrusted" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_plan_id_create_time_id" on "order_entrusted" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_entrusted_company_id_create_time_id" on "order_entrusted" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_plan_type_create_time_id" on "order_entrusted" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_order_status_create_time_id" on "order_entrusted" ("tenant_id", "order_status", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_base_employee_id_create_time_id" on "order_entrusted" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"order_entrusted"');
create or replace function "rounds_pass_owner_order_entrusted_to_order_entrusted_rel"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "order_entrusted_rel" in share row exclusive mode;
  update "order_entrusted_rel" set "order_entrusted_id" = "order_entrusted_id" where tenant_id = new.tenant_id and "order_entrusted_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_order_entrusted_rel" after update on "order_entrusted" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_pass_owner_order_entrusted_to_order_entrusted_rel"();
create or replace function "rounds_search_of_order_entrusted"(records "order_entrusted"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderEntrusted', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderEntrusted', 'company:' || t."entrusted_company_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_order_entrusted"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_order_entrusted"(array(select a::"order_entrusted" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."base_employee_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."base_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderEntrusted') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_order_entrusted"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "order_entrusted" referencing new table as added for each statement execute function "rounds_search_order_entrusted"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "base_employee_id", "is_deleted" on "order_entrusted" for each row execute function "rounds_search_order_entrusted"();

-- orderEntrustedRel: Doctors of a company order
create table "order_entrusted_rel" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "order_entrusted_id" bigint,
  "order_doctor_id" bigint,
  "order_doctor_code" varchar(32) collate "C",
  "doctor_name" varchar(50) collate "C",
  "amount" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "owner_employee_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_entrusted_rel_pkey" primary key (tenant_id, id),
  constraint "order_entrusted_rel_has_tenant" check (tenant_id <> ''),
  constraint "order_entrusted_rel_amount_not_negative" check (amount >= 0)
);
create index "order_entrusted_rel_doctor_name_grams" on "order_entrusted_rel" using gin (rounds_grams(tenant_id, "doctor_name"));
create index "order_entrusted_rel_create_time_id" on "order_entrusted_rel" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_rel_order_doctor_id_create_time_id" on "order_entrusted_rel" ("tenant_id", "order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_rel_order_entrusted_id_create_time_id" on "order_entrusted_rel" ("tenant_id", "order_entrusted_id", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_rel_owner_company_id_create_time_id" on "order_entrusted_rel" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "order_entrusted_rel_owner_employee_id_create_time_id" on "order_entrusted_rel" ("tenant_id", "owner_employee_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"order_entrusted_rel"');
create or replace function "rounds_take_owner_order_entrusted_rel"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."base_employee_id" into new."owner_company_id", new."owner_employee_id"
    from "order_entrusted" p where p.tenant_id = new.tenant_id and p.id = new."order_entrusted_id";
  return new;
end $$;
create trigger take_owner before insert or update of "order_entrusted_id", "owner_company_id", "owner_employee_id"
  on "order_entrusted_rel" for each row execute function "rounds_take_owner_order_entrusted_rel"();

-- orderDoctor: Doctor orders
create table "order_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "plan_name" varchar(200) collate "C",
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "plan_id" bigint,
  "plan_code" varchar(32) collate "C",
  "plan_type" smallint,
  "pay_type" smallint default 2 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "base_employee_id" bigint not null,
  "base_employee_number" varchar(32) collate "C",
  "base_employee_name" varchar(50) collate "C",
  "base_department" bigint,
  "base_department_name" varchar(100) collate "C",
  "base_product_id" bigint,
  "base_product_name" varchar(100) collate "C",
  "base_product_line" varchar(50) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "points_per_yuan" integer,
  "point_cost" numeric(18,2) default '0.00' not null,
  "accept_time" timestamptz,
  "order_status" smallint default 0 not null,
  "result_order_id" bigint,
  "settlement_order_id" bigint,
  "result_order_point_id" bigint,
  "settlement_order_point_id" bigint,
  "payment_id" varchar(19) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_doctor_pkey" primary key (tenant_id, id),
  constraint "order_doctor_has_tenant" check (tenant_id <> ''),
  constraint "order_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "order_doctor_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "order_doctor_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "order_doctor_point_amount_not_negative" check (point_amount >= 0),
  constraint "order_doctor_point_cost_not_negative" check (point_cost >= 0)
);
create index "order_doctor_code_trgm" on "order_doctor" using gin ("code" gin_trgm_ops);
create unique index "order_doctor_code_key" on "order_doctor" ("tenant_id", "code") where is_deleted = 0;
create index "order_doctor_create_time_id" on "order_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_doctor_id_create_time_id" on "order_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_entrusted_company_id_create_time_id" on "order_doctor" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_plan_type_create_time_id" on "order_doctor" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "order_doctor_order_status_create_time_id" on "order_doctor" ("tenant_id", "order_status", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_order_id_create_time_id" on "order_doctor" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_fiscal_tax_id_create_time_id" on "order_doctor" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_plan_id_create_time_id" on "order_doctor" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_result_order_id_create_time_id" on "order_doctor" ("tenant_id", "result_order_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_result_order_point_id_create_time_id" on "order_doctor" ("tenant_id", "result_order_point_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_order_point_id_create_time_id" on "order_doctor" ("tenant_id", "settlement_order_point_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_base_employee_id_create_time_id" on "order_doctor" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_biz" on "order_doctor" ("tenant_id", "biz_id") where is_deleted = 0;
select rounds_protect('"order_doctor"');
create or replace function "rounds_hand_over_order_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  update "result_order_doctor_detail" set "base_employee_id" = new."base_employee_id" where tenant_id = new.tenant_id and is_deleted = 0 and "order_doctor_id" = new.id;
  update "result_order_doctor_detail_point" set "base_employee_id" = new."base_employee_id" where tenant_id = new.tenant_id and is_deleted = 0 and "order_doctor_id" = new.id;
  return null;
end $$;
create trigger hand_over after update on "order_doctor" for each row
  when (old."base_employee_id" is distinct from new."base_employee_id") execute function "rounds_hand_over_order_doctor"();
create or replace function "rounds_search_of_order_doctor"(records "order_doctor"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderDoctor', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderDoctor', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:' || t."base_employee_id"], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_order_doctor"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_order_doctor"(array(select a::"order_doctor" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."base_employee_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."base_employee_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderDoctor') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_order_doctor"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "order_doctor" referencing new table as added for each statement execute function "rounds_search_order_doctor"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "base_employee_id", "is_deleted" on "order_doctor" for each row execute function "rounds_search_order_doctor"();

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
  "rest_status" smallint default 0 not null,
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
  constraint "settlement_cycle_end_date_not_before" check ("end_date" >= "start_date"),
  constraint "settlement_cycle_total_adds_up" check (total_amount = doctor_amount + platform_amount)
);
create index "settlement_cycle_code_trgm" on "settlement_cycle" using gin ("code" gin_trgm_ops);
create unique index "settlement_cycle_entrusted_company_id_cycle_month_key" on "settlement_cycle" ("tenant_id", "entrusted_company_id", "cycle_month") where is_deleted = 0;
create unique index "settlement_cycle_code_key" on "settlement_cycle" ("tenant_id", "code") where is_deleted = 0;
create index "settlement_cycle_create_time_id" on "settlement_cycle" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_cycle_entrusted_company_id_create_time_id" on "settlement_cycle" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "settlement_cycle_cycle_month_create_time_id" on "settlement_cycle" ("tenant_id", "cycle_month", "create_time", "id") where is_deleted = 0;
create index "settlement_cycle_cycle_status_create_time_id" on "settlement_cycle" ("tenant_id", "cycle_status", "create_time", "id") where is_deleted = 0;
create index "settlement_cycle_rest_status_create_time_id" on "settlement_cycle" ("tenant_id", "rest_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_cycle"');
create or replace function "rounds_search_of_settlement_cycle"(records "settlement_cycle"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'settlementCycle', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':settlementCycle', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_settlement_cycle"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_settlement_cycle"(array(select a::"settlement_cycle" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('settlementCycle') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_settlement_cycle"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "settlement_cycle" referencing new table as added for each statement execute function "rounds_search_settlement_cycle"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "settlement_cycle" for each row execute function "rounds_search_settlement_cycle"();
create or replace function "rounds_made_settlement_cycle_confirm_user_settlement_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."confirm_user", old.is_deleted) is not distinct from (new."confirm_user", new.is_deleted) then return null; end if;
  perform "rounds_makers_settlementOrder"(t.tenant_id, array_agg(t.id), null, null) from "settlement_order" t
    where t.tenant_id = new.tenant_id and t."settlement_cycle_id" = new.id group by t.tenant_id;
  return null;
end $$;
create trigger "keep_makers_of_settlement_cycle_confirm_user_settlem_1tzhqmo" after insert or update of "confirm_user", is_deleted on "settlement_cycle" for each row execute function "rounds_made_settlement_cycle_confirm_user_settlement_order"();
create or replace function "rounds_made_settlement_cycle_confirm_user_settlement_1dtivfj"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'UPDATE' and (old."confirm_user", old.is_deleted) is not distinct from (new."confirm_user", new.is_deleted) then return null; end if;
  perform "rounds_makers_settlementOrderPoint"(t.tenant_id, array_agg(t.id), null, null) from "settlement_order_point" t
    where t.tenant_id = new.tenant_id and t."settlement_cycle_id" = new.id group by t.tenant_id;
  return null;
end $$;
create trigger "keep_makers_of_settlement_cycle_confirm_user_settlem_j18ald" after insert or update of "confirm_user", is_deleted on "settlement_cycle" for each row execute function "rounds_made_settlement_cycle_confirm_user_settlement_1dtivfj"();

-- resultOrder: Result orders
create table "result_order" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(200) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "period_start" date not null,
  "period_end" date not null,
  "order_count" integer default 0 not null,
  "doctor_count" integer default 0 not null,
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "result_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_time" timestamptz,
  "confirm_user_name" varchar(50) collate "C",
  "confirm_remark" varchar(500) collate "C",
  "settlement_cycle_id" bigint,
  "cycle_month" varchar(6) collate "C",
  "service_report_url" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_pkey" primary key (tenant_id, id),
  constraint "result_order_has_tenant" check (tenant_id <> ''),
  constraint "result_order_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "result_order_platform_amount_not_negative" check (platform_amount >= 0),
  constraint "result_order_total_amount_not_negative" check (total_amount >= 0),
  constraint "result_order_period_end_not_before" check ("period_end" >= "period_start"),
  constraint "result_order_total_adds_up" check (total_amount = doctor_amount + platform_amount)
);
create index "result_order_code_trgm" on "result_order" using gin ("code" gin_trgm_ops);
create index "result_order_name_grams" on "result_order" using gin (rounds_grams(tenant_id, "name"));
create unique index "result_order_code_key" on "result_order" ("tenant_id", "code") where is_deleted = 0;
create index "result_order_create_time_id" on "result_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_entrusted_company_id_create_time_id" on "result_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "result_order_result_status_create_time_id" on "result_order" ("tenant_id", "result_status", "create_time", "id") where is_deleted = 0;
create index "result_order_settlement_cycle_id_create_time_id" on "result_order" ("tenant_id", "settlement_cycle_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"result_order"');
create or replace function "rounds_pass_owner_result_order_to_result_order_proje_19lmad5"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "result_order_project_detail" in share row exclusive mode;
  update "result_order_project_detail" set "result_order_id" = "result_order_id" where tenant_id = new.tenant_id and "result_order_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_result_order_project_detail" after update on "result_order" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_result_order_to_result_order_proje_19lmad5"();
create or replace function "rounds_pass_owner_result_order_to_result_order_doctor_detail"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "result_order_doctor_detail" in share row exclusive mode;
  update "result_order_doctor_detail" set "result_order_id" = "result_order_id" where tenant_id = new.tenant_id and "result_order_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_result_order_doctor_detail" after update on "result_order" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_result_order_to_result_order_doctor_detail"();
create or replace function "rounds_pass_owner_result_order_to_result_order_platf_qriviz"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "result_order_platform_detail" in share row exclusive mode;
  update "result_order_platform_detail" set "result_order_id" = "result_order_id" where tenant_id = new.tenant_id and "result_order_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_result_order_platform_detail" after update on "result_order" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_result_order_to_result_order_platf_qriviz"();
create or replace function "rounds_search_of_result_order"(records "result_order"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'resultOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':resultOrder', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_result_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_result_order"(array(select a::"result_order" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('resultOrder') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_result_order"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "result_order" referencing new table as added for each statement execute function "rounds_search_result_order"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "result_order" for each row execute function "rounds_search_result_order"();
create or replace function "rounds_makers_resultOrder"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.submit', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'entrustedCompanyId', 'periodStart', 'periodEnd']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'resultOrder' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "result_order" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'resultOrder' as resource, h.operator_id as user_id, t.id as record_id, 'took.submit' as how from (select * from "result_order" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'resultOrder' and h.action = 'submit' and h.is_deleted = 0
  union select t.tenant_id, 'resultOrder' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "result_order" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'resultOrder' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['name', 'entrustedCompanyId', 'periodStart', 'periodEnd']::text[]))
  union select t.tenant_id, 'resultOrder' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "result_order" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'resultOrder' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'resultOrder' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_resultOrder"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_result_order_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_resultOrder"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "result_order" referencing new table as added for each statement execute function "rounds_made_result_order_added"();
create or replace function "rounds_made_result_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_resultOrder"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "result_order" for each row execute function "rounds_made_result_order"();

-- resultOrderProjectDetail: Projects of a result order
create table "result_order_project_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "result_order_id" bigint,
  "result_order_code" varchar(32) collate "C",
  "plan_id" bigint,
  "plan_code" varchar(32) collate "C",
  "plan_name" varchar(200) collate "C",
  "plan_type" smallint,
  "base_employee_id" bigint,
  "order_count" integer default 0 not null,
  "doctor_count" integer default 0 not null,
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_project_detail_pkey" primary key (tenant_id, id),
  constraint "result_order_project_detail_has_tenant" check (tenant_id <> ''),
  constraint "result_order_project_detail_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "result_order_project_detail_platform_amount_not_negative" check (platform_amount >= 0),
  constraint "result_order_project_detail_total_amount_not_negative" check (total_amount >= 0),
  constraint "result_order_project_detail_total_adds_up" check (total_amount = doctor_amount + platform_amount)
);
create index "result_order_project_detail_create_time_id" on "result_order_project_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_result_order_id_create_time_id" on "result_order_project_detail" ("tenant_id", "result_order_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_plan_id_create_time_id" on "result_order_project_detail" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_owner_company_id_create_time_id" on "result_order_project_detail" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_base_employee_id_create_time_id" on "result_order_project_detail" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_plan_id" on "result_order_project_detail" ("tenant_id", "plan_id") where is_deleted = 0;
select rounds_protect('"result_order_project_detail"');
create or replace function "rounds_take_owner_result_order_project_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "result_order" p where p.tenant_id = new.tenant_id and p.id = new."result_order_id";
  return new;
end $$;
create trigger take_owner before insert or update of "result_order_id", "owner_company_id"
  on "result_order_project_detail" for each row execute function "rounds_take_owner_result_order_project_detail"();

-- resultOrderDoctorDetail: Doctors of a result order
create table "result_order_doctor_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "result_order_id" bigint,
  "result_order_code" varchar(32) collate "C",
  "order_doctor_id" bigint,
  "order_code" varchar(32) collate "C",
  "plan_id" bigint,
  "plan_code" varchar(32) collate "C",
  "plan_name" varchar(200) collate "C",
  "plan_type" smallint,
  "base_employee_id" bigint,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "fee_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_doctor_detail_pkey" primary key (tenant_id, id),
  constraint "result_order_doctor_detail_has_tenant" check (tenant_id <> ''),
  constraint "result_order_doctor_detail_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "result_order_doctor_detail_fee_amount_not_negative" check (fee_amount >= 0),
  constraint "result_order_doctor_detail_platform_fee_not_negative" check (platform_fee >= 0)
);
create unique index "result_order_doctor_detail_order_doctor_id_key" on "result_order_doctor_detail" ("tenant_id", "order_doctor_id") where is_deleted = 0;
create index "result_order_doctor_detail_create_time_id" on "result_order_doctor_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_result_order_id_create_time_id" on "result_order_doctor_detail" ("tenant_id", "result_order_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_order_doctor_id_create_time_id" on "result_order_doctor_detail" ("tenant_id", "order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_doctor_id_create_time_id" on "result_order_doctor_detail" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_owner_company_id_create_time_id" on "result_order_doctor_detail" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_base_employee_id_create_time_id" on "result_order_doctor_detail" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_plan_id" on "result_order_doctor_detail" ("tenant_id", "plan_id") where is_deleted = 0;
select rounds_protect('"result_order_doctor_detail"');
create or replace function "rounds_take_owner_result_order_doctor_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "result_order" p where p.tenant_id = new.tenant_id and p.id = new."result_order_id";
  return new;
end $$;
create trigger take_owner before insert or update of "result_order_id", "owner_company_id"
  on "result_order_doctor_detail" for each row execute function "rounds_take_owner_result_order_doctor_detail"();

-- resultOrderPlatformDetail: Platform fees of a result order
create table "result_order_platform_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "result_order_id" bigint,
  "result_order_code" varchar(32) collate "C",
  "plan_type" smallint,
  "service_name" varchar(100) collate "C",
  "base_amount" numeric(18,2) default '0.00' not null,
  "fee_rate" numeric(8,6) default '0.000000' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_platform_detail_pkey" primary key (tenant_id, id),
  constraint "result_order_platform_detail_has_tenant" check (tenant_id <> ''),
  constraint "result_order_platform_detail_base_amount_not_negative" check (base_amount >= 0),
  constraint "result_order_platform_detail_platform_amount_not_negative" check (platform_amount >= 0)
);
create index "result_order_platform_detail_create_time_id" on "result_order_platform_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_platform_detail_result_order_id_create_time_id" on "result_order_platform_detail" ("tenant_id", "result_order_id", "create_time", "id") where is_deleted = 0;
create index "result_order_platform_detail_plan_type_create_time_id" on "result_order_platform_detail" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "result_order_platform_detail_owner_company_id_create_time_id" on "result_order_platform_detail" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"result_order_platform_detail"');
create or replace function "rounds_take_owner_result_order_platform_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "result_order" p where p.tenant_id = new.tenant_id and p.id = new."result_order_id";
  return new;
end $$;
create trigger take_owner before insert or update of "result_order_id", "owner_company_id"
  on "result_order_platform_detail" for each row execute function "rounds_take_owner_result_order_platform_detail"();

-- resultOrderPoint: Points result orders
create table "result_order_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "name" varchar(200) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "period_start" date not null,
  "period_end" date not null,
  "order_count" integer default 0 not null,
  "doctor_count" integer default 0 not null,
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "result_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_time" timestamptz,
  "confirm_user_name" varchar(50) collate "C",
  "confirm_remark" varchar(500) collate "C",
  "settlement_cycle_id" bigint,
  "cycle_month" varchar(6) collate "C",
  "service_report_url" varchar(500) collate "C",
  "point_amount" bigint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_point_pkey" primary key (tenant_id, id),
  constraint "result_order_point_has_tenant" check (tenant_id <> ''),
  constraint "result_order_point_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "result_order_point_platform_amount_not_negative" check (platform_amount >= 0),
  constraint "result_order_point_total_amount_not_negative" check (total_amount >= 0),
  constraint "result_order_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "result_order_point_period_end_not_before" check ("period_end" >= "period_start"),
  constraint "result_order_point_total_adds_up" check (total_amount = doctor_amount + platform_amount)
);
create index "result_order_point_code_trgm" on "result_order_point" using gin ("code" gin_trgm_ops);
create index "result_order_point_name_grams" on "result_order_point" using gin (rounds_grams(tenant_id, "name"));
create unique index "result_order_point_code_key" on "result_order_point" ("tenant_id", "code") where is_deleted = 0;
create index "result_order_point_create_time_id" on "result_order_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_point_entrusted_company_id_create_time_id" on "result_order_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "result_order_point_result_status_create_time_id" on "result_order_point" ("tenant_id", "result_status", "create_time", "id") where is_deleted = 0;
create index "result_order_point_settlement_cycle_id_create_time_id" on "result_order_point" ("tenant_id", "settlement_cycle_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"result_order_point"');
create or replace function "rounds_pass_owner_result_order_point_to_result_order_6dpql5"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "result_order_project_detail_point" in share row exclusive mode;
  update "result_order_project_detail_point" set "result_order_id" = "result_order_id" where tenant_id = new.tenant_id and "result_order_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_result_order_project_detail_point" after update on "result_order_point" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_result_order_point_to_result_order_6dpql5"();
create or replace function "rounds_pass_owner_result_order_point_to_result_order_1wfluj5"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "result_order_doctor_detail_point" in share row exclusive mode;
  update "result_order_doctor_detail_point" set "result_order_id" = "result_order_id" where tenant_id = new.tenant_id and "result_order_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_result_order_doctor_detail_point" after update on "result_order_point" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_result_order_point_to_result_order_1wfluj5"();
create or replace function "rounds_pass_owner_result_order_point_to_result_order_1ifpd8d"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "result_order_platform_detail_point" in share row exclusive mode;
  update "result_order_platform_detail_point" set "result_order_id" = "result_order_id" where tenant_id = new.tenant_id and "result_order_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_result_order_platform_detail_point" after update on "result_order_point" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_result_order_point_to_result_order_1ifpd8d"();
create or replace function "rounds_search_of_result_order_point"(records "result_order_point"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'resultOrderPoint', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':resultOrderPoint', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_result_order_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_result_order_point"(array(select a::"result_order_point" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('resultOrderPoint') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_result_order_point"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "result_order_point" referencing new table as added for each statement execute function "rounds_search_result_order_point"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "result_order_point" for each row execute function "rounds_search_result_order_point"();
create or replace function "rounds_makers_resultOrderPoint"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.submit', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['name', 'entrustedCompanyId', 'periodStart', 'periodEnd']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'resultOrderPoint' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "result_order_point" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'resultOrderPoint' as resource, h.operator_id as user_id, t.id as record_id, 'took.submit' as how from (select * from "result_order_point" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'resultOrderPoint' and h.action = 'submit' and h.is_deleted = 0
  union select t.tenant_id, 'resultOrderPoint' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "result_order_point" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'resultOrderPoint' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['name', 'entrustedCompanyId', 'periodStart', 'periodEnd']::text[]))
  union select t.tenant_id, 'resultOrderPoint' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "result_order_point" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'resultOrderPoint' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'resultOrderPoint' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_resultOrderPoint"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_result_order_point_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_resultOrderPoint"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "result_order_point" referencing new table as added for each statement execute function "rounds_made_result_order_point_added"();
create or replace function "rounds_made_result_order_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_resultOrderPoint"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "result_order_point" for each row execute function "rounds_made_result_order_point"();

-- resultOrderProjectDetailPoint: Projects of a points result order
create table "result_order_project_detail_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "result_order_id" bigint,
  "result_order_code" varchar(32) collate "C",
  "plan_id" bigint,
  "plan_code" varchar(32) collate "C",
  "plan_name" varchar(200) collate "C",
  "plan_type" smallint,
  "base_employee_id" bigint,
  "order_count" integer default 0 not null,
  "doctor_count" integer default 0 not null,
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_project_detail_point_pkey" primary key (tenant_id, id),
  constraint "result_order_project_detail_point_has_tenant" check (tenant_id <> ''),
  constraint "result_order_project_detail_point_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "result_order_project_detail_point_platform_amount_no_1r6ow9s" check (platform_amount >= 0),
  constraint "result_order_project_detail_point_total_amount_not_negative" check (total_amount >= 0),
  constraint "result_order_project_detail_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "result_order_project_detail_point_total_adds_up" check (total_amount = doctor_amount + platform_amount)
);
create index "result_order_project_detail_point_create_time_id" on "result_order_project_detail_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_point_result_order_id_cr_izlhb3" on "result_order_project_detail_point" ("tenant_id", "result_order_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_point_plan_id_create_time_id" on "result_order_project_detail_point" ("tenant_id", "plan_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_point_owner_company_id_c_1japysc" on "result_order_project_detail_point" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_point_base_employee_id_c_13mak93" on "result_order_project_detail_point" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
create index "result_order_project_detail_point_plan_id" on "result_order_project_detail_point" ("tenant_id", "plan_id") where is_deleted = 0;
select rounds_protect('"result_order_project_detail_point"');
create or replace function "rounds_take_owner_result_order_project_detail_point"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "result_order_point" p where p.tenant_id = new.tenant_id and p.id = new."result_order_id";
  return new;
end $$;
create trigger take_owner before insert or update of "result_order_id", "owner_company_id"
  on "result_order_project_detail_point" for each row execute function "rounds_take_owner_result_order_project_detail_point"();

-- resultOrderDoctorDetailPoint: Doctors of a points result order
create table "result_order_doctor_detail_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "result_order_id" bigint,
  "result_order_code" varchar(32) collate "C",
  "order_doctor_id" bigint,
  "order_code" varchar(32) collate "C",
  "plan_id" bigint,
  "plan_code" varchar(32) collate "C",
  "plan_name" varchar(200) collate "C",
  "plan_type" smallint,
  "base_employee_id" bigint,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "platform_fee" numeric(18,2) default '0.00' not null,
  "point_amount" bigint default 0 not null,
  "point_cost" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_doctor_detail_point_pkey" primary key (tenant_id, id),
  constraint "result_order_doctor_detail_point_has_tenant" check (tenant_id <> ''),
  constraint "result_order_doctor_detail_point_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "result_order_doctor_detail_point_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "result_order_doctor_detail_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "result_order_doctor_detail_point_point_cost_not_negative" check (point_cost >= 0)
);
create unique index "result_order_doctor_detail_point_order_doctor_id_key" on "result_order_doctor_detail_point" ("tenant_id", "order_doctor_id") where is_deleted = 0;
create index "result_order_doctor_detail_point_create_time_id" on "result_order_doctor_detail_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_point_result_order_id_cre_b61r3f" on "result_order_doctor_detail_point" ("tenant_id", "result_order_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_point_order_doctor_id_cre_18pydpr" on "result_order_doctor_detail_point" ("tenant_id", "order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_point_doctor_id_create_time_id" on "result_order_doctor_detail_point" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_point_owner_company_id_cr_py2k40" on "result_order_doctor_detail_point" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_point_base_employee_id_cr_a9n5kr" on "result_order_doctor_detail_point" ("tenant_id", "base_employee_id", "create_time", "id") where is_deleted = 0;
create index "result_order_doctor_detail_point_plan_id" on "result_order_doctor_detail_point" ("tenant_id", "plan_id") where is_deleted = 0;
select rounds_protect('"result_order_doctor_detail_point"');
create or replace function "rounds_take_owner_result_order_doctor_detail_point"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "result_order_point" p where p.tenant_id = new.tenant_id and p.id = new."result_order_id";
  return new;
end $$;
create trigger take_owner before insert or update of "result_order_id", "owner_company_id"
  on "result_order_doctor_detail_point" for each row execute function "rounds_take_owner_result_order_doctor_detail_point"();

-- resultOrderPlatformDetailPoint: Platform fees of a points result order
create table "result_order_platform_detail_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "result_order_id" bigint,
  "result_order_code" varchar(32) collate "C",
  "plan_type" smallint,
  "service_name" varchar(100) collate "C",
  "base_amount" numeric(18,2) default '0.00' not null,
  "fee_rate" numeric(8,6) default '0.000000' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "result_order_platform_detail_point_pkey" primary key (tenant_id, id),
  constraint "result_order_platform_detail_point_has_tenant" check (tenant_id <> ''),
  constraint "result_order_platform_detail_point_base_amount_not_negative" check (base_amount >= 0),
  constraint "result_order_platform_detail_point_platform_amount_n_171axz4" check (platform_amount >= 0)
);
create index "result_order_platform_detail_point_create_time_id" on "result_order_platform_detail_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "result_order_platform_detail_point_result_order_id_c_1alvxtr" on "result_order_platform_detail_point" ("tenant_id", "result_order_id", "create_time", "id") where is_deleted = 0;
create index "result_order_platform_detail_point_plan_type_create_time_id" on "result_order_platform_detail_point" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "result_order_platform_detail_point_owner_company_id__1n4dj5o" on "result_order_platform_detail_point" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"result_order_platform_detail_point"');
create or replace function "rounds_take_owner_result_order_platform_detail_point"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "result_order_point" p where p.tenant_id = new.tenant_id and p.id = new."result_order_id";
  return new;
end $$;
create trigger take_owner before insert or update of "result_order_id", "owner_company_id"
  on "result_order_platform_detail_point" for each row execute function "rounds_take_owner_result_order_platform_detail_point"();

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
create index "settlement_order_code_trgm" on "settlement_order" using gin ("code" gin_trgm_ops);
create unique index "settlement_order_code_key" on "settlement_order" ("tenant_id", "code") where is_deleted = 0;
create index "settlement_order_create_time_id" on "settlement_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_total_amount_id" on "settlement_order" ("tenant_id", "total_amount", "id") where is_deleted = 0;
create index "settlement_order_settlement_status_create_time_id" on "settlement_order" ("tenant_id", "settlement_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_entrusted_company_id_create_time_id" on "settlement_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_fiscal_tax_id_create_time_id" on "settlement_order" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_cycle_month_create_time_id" on "settlement_order" ("tenant_id", "cycle_month", "create_time", "id") where is_deleted = 0;
create index "settlement_order_settlement_cycle_id_create_time_id" on "settlement_order" ("tenant_id", "settlement_cycle_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_order"');
create or replace function "rounds_search_of_settlement_order"(records "settlement_order"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'settlementOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':settlementOrder', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_settlement_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_settlement_order"(array(select a::"settlement_order" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('settlementOrder') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_settlement_order"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "settlement_order" referencing new table as added for each statement execute function "rounds_search_settlement_order"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "settlement_order" for each row execute function "rounds_search_settlement_order"();
create or replace function "rounds_makers_settlementOrder"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.submit']::text[]) then return; end if;
  if way = 'edited' and not fields && array['fiscalTaxId', 'entrustedCompanyId']::text[] then return; end if;
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
revoke execute on function "rounds_makers_settlementOrder"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_settlement_order_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_settlementOrder"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "settlement_order" referencing new table as added for each statement execute function "rounds_made_settlement_order_added"();
create or replace function "rounds_made_settlement_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."settlement_cycle_id", old."create_user") is not distinct from (new."settlement_cycle_id", new."create_user") then return null; end if;
  perform "rounds_makers_settlementOrder"(new.tenant_id, array[new.id], null, null);
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
  "id_card_number" text collate "C",
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
  "sign_status" smallint default 0 not null,
  "sign_msg" varchar(100) collate "C",
  "sign_flow_id" varchar(64) collate "C",
  "sign_url" varchar(500) collate "C",
  "sign_query_count" integer default 0 not null,
  "sign_query_time" timestamptz,
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
  constraint "settlement_order_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
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
create index "settlement_order_doctor_sign_status_create_time_id" on "settlement_order_doctor" ("tenant_id", "sign_status", "create_time", "id") where is_deleted = 0;
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
  "id_card_number" text collate "C",
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
  "released_month" varchar(6) collate "C",
  "settle_status" smallint default 0 not null,
  "black_flag" smallint default 0 not null,
  "payment_id" varchar(19) collate "C",
  "pay_time" timestamptz,
  "summary_tax_returns_id" bigint,
  "refund_record_id" varchar(19) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_doctor_settlement_pkey" primary key (tenant_id, id),
  constraint "order_doctor_settlement_has_tenant" check (tenant_id <> ''),
  constraint "order_doctor_settlement_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "order_doctor_settlement_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "order_doctor_settlement_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "order_doctor_settlement_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "order_doctor_settlement_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "order_doctor_settlement_net_amount_not_negative" check (net_amount >= 0),
  constraint "order_doctor_settlement_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "order_doctor_settlement_fee_adds_up" check (gross_amount = vat_amount + surcharge_amount + iit_amount + net_amount)
);
create index "order_doctor_settlement_code_trgm" on "order_doctor_settlement" using gin ("code" gin_trgm_ops);
create unique index "order_doctor_settlement_code_key" on "order_doctor_settlement" ("tenant_id", "code") where is_deleted = 0;
create index "order_doctor_settlement_create_time_id" on "order_doctor_settlement" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_settlement_order_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_settlement_order_doctor_id_c_2qqaxa" on "order_doctor_settlement" ("tenant_id", "settlement_order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_doctor_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_settle_status_create_time_id" on "order_doctor_settlement" ("tenant_id", "settle_status", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_plan_type_create_time_id" on "order_doctor_settlement" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_entrusted_company_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_fiscal_tax_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_order_doctor_id_create_time_id" on "order_doctor_settlement" ("tenant_id", "order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_black_flag_create_time_id" on "order_doctor_settlement" ("tenant_id", "black_flag", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_summary_tax_returns_id_creat_r6otwe" on "order_doctor_settlement" ("tenant_id", "summary_tax_returns_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"order_doctor_settlement"');
create or replace function "rounds_search_of_order_doctor_settlement"(records "order_doctor_settlement"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderDoctorSettlement', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderDoctorSettlement', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_order_doctor_settlement"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_order_doctor_settlement"(array(select a::"order_doctor_settlement" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderDoctorSettlement') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_order_doctor_settlement"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "order_doctor_settlement" referencing new table as added for each statement execute function "rounds_search_order_doctor_settlement"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "order_doctor_settlement" for each row execute function "rounds_search_order_doctor_settlement"();

-- settlementOrderPoint: Points settlement orders
create table "settlement_order_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "settlement_cycle_id" bigint,
  "cycle_month" varchar(6) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "order_count" integer default 0 not null,
  "doctor_count" integer default 0 not null,
  "doctor_amount" numeric(18,2) default '0.00' not null,
  "platform_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "refund_amount" numeric(18,2) default '0.00' not null,
  "settlement_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "confirm_user_name" varchar(50) collate "C",
  "confirm_time" timestamptz,
  "push_status" smallint default 0 not null,
  "invoice_status" smallint default 0 not null,
  "point_amount" bigint default 0 not null,
  "paid_points" bigint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "settlement_order_point_pkey" primary key (tenant_id, id),
  constraint "settlement_order_point_has_tenant" check (tenant_id <> ''),
  constraint "settlement_order_point_doctor_amount_not_negative" check (doctor_amount >= 0),
  constraint "settlement_order_point_platform_amount_not_negative" check (platform_amount >= 0),
  constraint "settlement_order_point_total_amount_not_negative" check (total_amount >= 0),
  constraint "settlement_order_point_refund_amount_not_negative" check (refund_amount >= 0),
  constraint "settlement_order_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "settlement_order_point_paid_points_not_negative" check (paid_points >= 0),
  constraint "settlement_order_point_total_adds_up" check (total_amount = doctor_amount + platform_amount)
);
create index "settlement_order_point_code_trgm" on "settlement_order_point" using gin ("code" gin_trgm_ops);
create unique index "settlement_order_point_code_key" on "settlement_order_point" ("tenant_id", "code") where is_deleted = 0;
create index "settlement_order_point_create_time_id" on "settlement_order_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_point_total_amount_id" on "settlement_order_point" ("tenant_id", "total_amount", "id") where is_deleted = 0;
create index "settlement_order_point_settlement_status_create_time_id" on "settlement_order_point" ("tenant_id", "settlement_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_point_entrusted_company_id_create_time_id" on "settlement_order_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_point_cycle_month_create_time_id" on "settlement_order_point" ("tenant_id", "cycle_month", "create_time", "id") where is_deleted = 0;
create index "settlement_order_point_settlement_cycle_id_create_time_id" on "settlement_order_point" ("tenant_id", "settlement_cycle_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_order_point"');
create or replace function "rounds_search_of_settlement_order_point"(records "settlement_order_point"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'settlementOrderPoint', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':settlementOrderPoint', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_settlement_order_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_settlement_order_point"(array(select a::"settlement_order_point" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('settlementOrderPoint') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_settlement_order_point"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "settlement_order_point" referencing new table as added for each statement execute function "rounds_search_settlement_order_point"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "settlement_order_point" for each row execute function "rounds_search_settlement_order_point"();
create or replace function "rounds_makers_settlementOrderPoint"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.submit']::text[]) then return; end if;
  if way = 'edited' and not fields && array['entrustedCompanyId']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'settlementOrderPoint' as resource, p."confirm_user" as user_id, t.id as record_id, 'settlementCycleId.confirmUser' as how from (select * from "settlement_order_point" where tenant_id = of_tenant and id = any(ids)) t join "settlement_cycle" p on p.tenant_id = t.tenant_id and p.id = t."settlement_cycle_id" where p."confirm_user" is not null and p.is_deleted = 0
  union select t.tenant_id, 'settlementOrderPoint' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "settlement_order_point" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'settlementOrderPoint' as resource, h.operator_id as user_id, t.id as record_id, 'took.submit' as how from (select * from "settlement_order_point" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'settlementOrderPoint' and h.action = 'submit' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'settlementOrderPoint' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_settlementOrderPoint"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_settlement_order_point_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_settlementOrderPoint"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "settlement_order_point" referencing new table as added for each statement execute function "rounds_made_settlement_order_point_added"();
create or replace function "rounds_made_settlement_order_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."settlement_cycle_id", old."create_user") is not distinct from (new."settlement_cycle_id", new."create_user") then return null; end if;
  perform "rounds_makers_settlementOrderPoint"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "settlement_cycle_id", "create_user" on "settlement_order_point" for each row execute function "rounds_made_settlement_order_point"();

-- settlementOrderTaxItemPoint: Tax items of points
create table "settlement_order_tax_item_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "order_count" integer default 0 not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "point_amount" bigint default 0 not null,
  "point_cost" numeric(18,2) default '0.00' not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "settlement_order_tax_item_point_pkey" primary key (tenant_id, id),
  constraint "settlement_order_tax_item_point_has_tenant" check (tenant_id <> ''),
  constraint "settlement_order_tax_item_point_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "settlement_order_tax_item_point_total_amount_not_negative" check (total_amount >= 0),
  constraint "settlement_order_tax_item_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "settlement_order_tax_item_point_point_cost_not_negative" check (point_cost >= 0),
  constraint "settlement_order_tax_item_point_total_adds_up" check (total_amount = point_cost + platform_fee)
);
create index "settlement_order_tax_item_point_create_time_id" on "settlement_order_tax_item_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_tax_item_point_settlement_order_id__1486bbb" on "settlement_order_tax_item_point" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_tax_item_point_entrusted_company_id_1qpjt8b" on "settlement_order_tax_item_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_order_tax_item_point"');

-- settlementOrderDoctorPoint: Points settlement doctors
create table "settlement_order_doctor_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "order_count" integer default 0 not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "file_url" varchar(500) collate "C",
  "file_status" smallint default 0 not null,
  "sign_status" smallint default 0 not null,
  "sign_msg" varchar(100) collate "C",
  "sign_flow_id" varchar(64) collate "C",
  "sign_url" varchar(500) collate "C",
  "sign_query_count" integer default 0 not null,
  "sign_query_time" timestamptz,
  "paid_status" smallint default 0 not null,
  "point_amount" bigint default 0 not null,
  "point_cost" numeric(18,2) default '0.00' not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "settlement_order_doctor_point_pkey" primary key (tenant_id, id),
  constraint "settlement_order_doctor_point_has_tenant" check (tenant_id <> ''),
  constraint "settlement_order_doctor_point_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "settlement_order_doctor_point_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "settlement_order_doctor_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "settlement_order_doctor_point_point_cost_not_negative" check (point_cost >= 0)
);
create index "settlement_order_doctor_point_create_time_id" on "settlement_order_doctor_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_point_settlement_order_id_cr_1w1o7pr" on "settlement_order_doctor_point" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_point_doctor_id_create_time_id" on "settlement_order_doctor_point" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_point_paid_status_create_time_id" on "settlement_order_doctor_point" ("tenant_id", "paid_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_point_file_status_create_time_id" on "settlement_order_doctor_point" ("tenant_id", "file_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_point_sign_status_create_time_id" on "settlement_order_doctor_point" ("tenant_id", "sign_status", "create_time", "id") where is_deleted = 0;
create index "settlement_order_doctor_point_entrusted_company_id_c_1phzzn" on "settlement_order_doctor_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"settlement_order_doctor_point"');

-- orderDoctorSettlementPoint: Doctor points lines
create table "order_doctor_settlement_point" (
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
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "platform_fee" numeric(18,2) default '0.00' not null,
  "accept_time" timestamptz,
  "settle_status" smallint default 0 not null,
  "black_flag" smallint default 0 not null,
  "payment_id" varchar(19) collate "C",
  "pay_time" timestamptz,
  "refund_record_id" varchar(19) collate "C",
  "point_amount" bigint default 0 not null,
  "point_cost" numeric(18,2) default '0.00' not null,
  "points_per_yuan" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_doctor_settlement_point_pkey" primary key (tenant_id, id),
  constraint "order_doctor_settlement_point_has_tenant" check (tenant_id <> ''),
  constraint "order_doctor_settlement_point_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "order_doctor_settlement_point_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "order_doctor_settlement_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "order_doctor_settlement_point_point_cost_not_negative" check (point_cost >= 0)
);
create index "order_doctor_settlement_point_code_trgm" on "order_doctor_settlement_point" using gin ("code" gin_trgm_ops);
create unique index "order_doctor_settlement_point_code_key" on "order_doctor_settlement_point" ("tenant_id", "code") where is_deleted = 0;
create index "order_doctor_settlement_point_create_time_id" on "order_doctor_settlement_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_settlement_order_id_cr_b81yyl" on "order_doctor_settlement_point" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_settlement_order_docto_ea7p5r" on "order_doctor_settlement_point" ("tenant_id", "settlement_order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_doctor_id_create_time_id" on "order_doctor_settlement_point" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_settle_status_create_time_id" on "order_doctor_settlement_point" ("tenant_id", "settle_status", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_plan_type_create_time_id" on "order_doctor_settlement_point" ("tenant_id", "plan_type", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_entrusted_company_id_c_fz5tz9" on "order_doctor_settlement_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_order_doctor_id_create_time_id" on "order_doctor_settlement_point" ("tenant_id", "order_doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_settlement_point_black_flag_create_time_id" on "order_doctor_settlement_point" ("tenant_id", "black_flag", "create_time", "id") where is_deleted = 0;
select rounds_protect('"order_doctor_settlement_point"');
create or replace function "rounds_search_of_order_doctor_settlement_point"(records "order_doctor_settlement_point"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderDoctorSettlementPoint', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderDoctorSettlementPoint', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_order_doctor_settlement_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_order_doctor_settlement_point"(array(select a::"order_doctor_settlement_point" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderDoctorSettlementPoint') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_order_doctor_settlement_point"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "order_doctor_settlement_point" referencing new table as added for each statement execute function "rounds_search_order_doctor_settlement_point"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "order_doctor_settlement_point" for each row execute function "rounds_search_order_doctor_settlement_point"();

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
  "invoice_item_name" varchar(100) collate "C",
  "invoice_tax_rate" numeric(8,6) default '0.060000',
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
  constraint "tax_item_rate_vat_month_threshold_not_negative" check (vat_month_threshold >= 0),
  constraint "tax_item_rate_effective_to_not_before" check ("effective_to" >= "effective_from")
);
create index "tax_item_rate_tax_item_name_grams" on "tax_item_rate" using gin (rounds_grams(tenant_id, "tax_item_name"));
create unique index "tax_item_rate_fiscal_tax_id_tax_item_code_effective_from_key" on "tax_item_rate" ("tenant_id", "fiscal_tax_id", rounds_folded("tax_item_code", false), "effective_from") where is_deleted = 0;
create index "tax_item_rate_create_time_id" on "tax_item_rate" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "tax_item_rate_fiscal_tax_id_create_time_id" on "tax_item_rate" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"tax_item_rate"');
create or replace function "rounds_search_of_tax_item_rate"(records "tax_item_rate"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'taxItemRate', t.id, null,
    coalesce(left(t."tax_item_name", 200), ''), concat_ws(' · ', nullif(t."fiscal_tax_name", ''), nullif(t."tax_item_code", '')),
    null, rounds_key(t."tax_item_name"), rounds_terms(t."tax_item_name", null, n.readings),
    array_remove(array[t.tenant_id || ':taxItemRate', 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."tax_item_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."tax_item_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_tax_item_rate"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_tax_item_rate"(array(select a::"tax_item_rate" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."tax_item_name", old."fiscal_tax_name", old."tax_item_code", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."tax_item_name", new."fiscal_tax_name", new."tax_item_code", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('taxItemRate') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_tax_item_rate"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "tax_item_rate" referencing new table as added for each statement execute function "rounds_search_tax_item_rate"();
create trigger keep_search after delete or update of "tax_item_name", "fiscal_tax_name", "tax_item_code", "fiscal_tax_id", "is_deleted" on "tax_item_rate" for each row execute function "rounds_search_tax_item_rate"();

-- servicePaymentOrder: Service payment orders
create table "service_payment_order" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "settlement_order_type" smallint default 1 not null,
  "settlement_order_point_id" bigint,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "budget_order_id" bigint,
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
  "account_record_id" bigint,
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
create index "service_payment_order_code_trgm" on "service_payment_order" using gin ("code" gin_trgm_ops);
create unique index "service_payment_order_code_key" on "service_payment_order" ("tenant_id", "code") where is_deleted = 0;
create index "service_payment_order_create_time_id" on "service_payment_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_entrusted_company_id_create_time_id" on "service_payment_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_pay_status_create_time_id" on "service_payment_order" ("tenant_id", "pay_status", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_settlement_order_id_create_time_id" on "service_payment_order" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_settlement_order_point_id_crea_13vsvjg" on "service_payment_order" ("tenant_id", "settlement_order_point_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"service_payment_order"');
create or replace function "rounds_pass_owner_service_payment_order_to_service_p_12n1gvp"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "service_payment_order_detail" in share row exclusive mode;
  update "service_payment_order_detail" set "service_payment_order_id" = "service_payment_order_id" where tenant_id = new.tenant_id and "service_payment_order_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_service_payment_order_detail" after update on "service_payment_order" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id") execute function "rounds_pass_owner_service_payment_order_to_service_p_12n1gvp"();
create or replace function "rounds_search_of_service_payment_order"(records "service_payment_order"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'servicePaymentOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':servicePaymentOrder', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_service_payment_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_service_payment_order"(array(select a::"service_payment_order" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('servicePaymentOrder') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_service_payment_order"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "service_payment_order" referencing new table as added for each statement execute function "rounds_search_service_payment_order"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "service_payment_order" for each row execute function "rounds_search_service_payment_order"();
create or replace function "rounds_makers_servicePaymentOrder"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.confimPay', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['entrustedCompanyId']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'servicePaymentOrder' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "service_payment_order" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'servicePaymentOrder' as resource, h.operator_id as user_id, t.id as record_id, 'took.confimPay' as how from (select * from "service_payment_order" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'servicePaymentOrder' and h.action = 'confimPay' and h.is_deleted = 0
  union select t.tenant_id, 'servicePaymentOrder' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "service_payment_order" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'servicePaymentOrder' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['entrustedCompanyId']::text[]))
  union select t.tenant_id, 'servicePaymentOrder' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "service_payment_order" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'servicePaymentOrder' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'servicePaymentOrder' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_servicePaymentOrder"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_service_payment_order_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_servicePaymentOrder"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "service_payment_order" referencing new table as added for each statement execute function "rounds_made_service_payment_order_added"();
create or replace function "rounds_made_service_payment_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_servicePaymentOrder"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "service_payment_order" for each row execute function "rounds_made_service_payment_order"();

-- servicePaymentOrderDetail: Bank vouchers
create table "service_payment_order_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "service_payment_order_id" bigint not null,
  "service_payment_order_code" varchar(32) collate "C",
  "amount" numeric(18,2) not null,
  "pay_time" timestamptz not null,
  "payer_name" varchar(100) collate "C",
  "payer_match" smallint,
  "payer_account" text collate "C",
  "voucher_url" varchar(500) collate "C" not null,
  "bank_serial_no" varchar(64) collate "C" not null,
  "remark" varchar(255) collate "C",
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "service_payment_order_detail_pkey" primary key (tenant_id, id),
  constraint "service_payment_order_detail_has_tenant" check (tenant_id <> ''),
  constraint "service_payment_order_detail_amount_not_negative" check (amount >= 0),
  constraint "service_payment_order_detail_payer_account_sealed" check ("payer_account" like '~%~%' and octet_length("payer_account") > 41)
);
create index "service_payment_order_detail_bank_serial_no_trgm" on "service_payment_order_detail" using gin ("bank_serial_no" gin_trgm_ops);
create unique index "service_payment_order_detail_bank_serial_no_key" on "service_payment_order_detail" ("tenant_id", rounds_folded("bank_serial_no", false)) where is_deleted = 0;
create index "service_payment_order_detail_bank_serial_no_id" on "service_payment_order_detail" ("tenant_id", "bank_serial_no", "id") where is_deleted = 0;
create index "service_payment_order_detail_create_time_id" on "service_payment_order_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_detail_service_payment_order_i_1sjd03k" on "service_payment_order_detail" ("tenant_id", "service_payment_order_id", "create_time", "id") where is_deleted = 0;
create index "service_payment_order_detail_owner_company_id_create_time_id" on "service_payment_order_detail" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"service_payment_order_detail"');
create or replace function "rounds_take_owner_service_payment_order_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id" into new."owner_company_id"
    from "service_payment_order" p where p.tenant_id = new.tenant_id and p.id = new."service_payment_order_id";
  return new;
end $$;
create trigger take_owner before insert or update of "service_payment_order_id", "owner_company_id"
  on "service_payment_order_detail" for each row execute function "rounds_take_owner_service_payment_order_detail"();

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
create index "plat_service_fee_code_trgm" on "plat_service_fee" using gin ("code" gin_trgm_ops);
create unique index "plat_service_fee_settlement_order_id_key" on "plat_service_fee" ("tenant_id", "settlement_order_id") where is_deleted = 0;
create unique index "plat_service_fee_code_key" on "plat_service_fee" ("tenant_id", "code") where is_deleted = 0;
create index "plat_service_fee_create_time_id" on "plat_service_fee" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_entrusted_company_id_create_time_id" on "plat_service_fee" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_fee_status_create_time_id" on "plat_service_fee" ("tenant_id", "fee_status", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_settlement_order_id_create_time_id" on "plat_service_fee" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"plat_service_fee"');
create or replace function "rounds_search_of_plat_service_fee"(records "plat_service_fee"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'platServiceFee', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':platServiceFee', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_plat_service_fee"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_plat_service_fee"(array(select a::"plat_service_fee" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('platServiceFee') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_plat_service_fee"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "plat_service_fee" referencing new table as added for each statement execute function "rounds_search_plat_service_fee"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "plat_service_fee" for each row execute function "rounds_search_plat_service_fee"();

-- platServiceFeePoint: Points platform fees
create table "plat_service_fee_point" (
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
  constraint "plat_service_fee_point_pkey" primary key (tenant_id, id),
  constraint "plat_service_fee_point_has_tenant" check (tenant_id <> ''),
  constraint "plat_service_fee_point_base_amount_not_negative" check (base_amount >= 0),
  constraint "plat_service_fee_point_fee_amount_not_negative" check (fee_amount >= 0)
);
create index "plat_service_fee_point_code_trgm" on "plat_service_fee_point" using gin ("code" gin_trgm_ops);
create unique index "plat_service_fee_point_settlement_order_id_key" on "plat_service_fee_point" ("tenant_id", "settlement_order_id") where is_deleted = 0;
create unique index "plat_service_fee_point_code_key" on "plat_service_fee_point" ("tenant_id", "code") where is_deleted = 0;
create index "plat_service_fee_point_create_time_id" on "plat_service_fee_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_point_entrusted_company_id_create_time_id" on "plat_service_fee_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_point_fee_status_create_time_id" on "plat_service_fee_point" ("tenant_id", "fee_status", "create_time", "id") where is_deleted = 0;
create index "plat_service_fee_point_settlement_order_id_create_time_id" on "plat_service_fee_point" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"plat_service_fee_point"');
create or replace function "rounds_search_of_plat_service_fee_point"(records "plat_service_fee_point"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'platServiceFeePoint', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':platServiceFeePoint', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_plat_service_fee_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_plat_service_fee_point"(array(select a::"plat_service_fee_point" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('platServiceFeePoint') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_plat_service_fee_point"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "plat_service_fee_point" referencing new table as added for each statement execute function "rounds_search_plat_service_fee_point"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "plat_service_fee_point" for each row execute function "rounds_search_plat_service_fee_point"();

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
create index "entrusted_tax_payment_order_code_trgm" on "entrusted_tax_payment_order" using gin ("code" gin_trgm_ops);
create unique index "entrusted_tax_payment_order_settlement_order_id_key" on "entrusted_tax_payment_order" ("tenant_id", "settlement_order_id") where is_deleted = 0;
create unique index "entrusted_tax_payment_order_code_key" on "entrusted_tax_payment_order" ("tenant_id", "code") where is_deleted = 0;
create index "entrusted_tax_payment_order_create_time_id" on "entrusted_tax_payment_order" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_entrusted_company_id_cre_12wvop8" on "entrusted_tax_payment_order" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_tax_pay_status_create_time_id" on "entrusted_tax_payment_order" ("tenant_id", "tax_pay_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_fiscal_tax_id_create_time_id" on "entrusted_tax_payment_order" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_tax_payment_order_settlement_order_id_crea_ppm652" on "entrusted_tax_payment_order" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_tax_payment_order"');
create or replace function "rounds_search_of_entrusted_tax_payment_order"(records "entrusted_tax_payment_order"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedTaxPaymentOrder', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':entrustedTaxPaymentOrder', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_tax_payment_order"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_tax_payment_order"(array(select a::"entrusted_tax_payment_order" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedTaxPaymentOrder') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_tax_payment_order"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_tax_payment_order" referencing new table as added for each statement execute function "rounds_search_entrusted_tax_payment_order"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "entrusted_tax_payment_order" for each row execute function "rounds_search_entrusted_tax_payment_order"();

-- orderDoctorPayment: Doctor payouts
create table "order_doctor_payment" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "order_doctor_settlement_id" bigint,
  "order_doctor_settlement_code" varchar(32) collate "C",
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "bank_name" varchar(100) collate "C",
  "bank_account" text collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "gross_amount" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "net_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "channel" smallint default 1 not null,
  "payment_status" smallint default 0 not null,
  "freeze_reason" varchar(255) collate "C",
  "fail_reason" varchar(255) collate "C",
  "handle_apply_id" bigint,
  "handle_apply_code" varchar(32) collate "C",
  "handle_apply_info_id" bigint,
  "yur_ref" varchar(30) collate "C",
  "apply_user_name" varchar(50) collate "C",
  "apply_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "pay_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_doctor_payment_pkey" primary key (tenant_id, id),
  constraint "order_doctor_payment_has_tenant" check (tenant_id <> ''),
  constraint "order_doctor_payment_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "order_doctor_payment_bank_account_sealed" check ("bank_account" like '~%~%' and octet_length("bank_account") > 41),
  constraint "order_doctor_payment_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "order_doctor_payment_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "order_doctor_payment_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "order_doctor_payment_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "order_doctor_payment_net_amount_not_negative" check (net_amount >= 0),
  constraint "order_doctor_payment_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "order_doctor_payment_fee_adds_up" check (gross_amount = vat_amount + surcharge_amount + iit_amount + net_amount)
);
create index "order_doctor_payment_code_trgm" on "order_doctor_payment" using gin ("code" gin_trgm_ops);
create unique index "order_doctor_payment_code_key" on "order_doctor_payment" ("tenant_id", "code") where is_deleted = 0;
create unique index "order_doctor_payment_yur_ref_key" on "order_doctor_payment" ("tenant_id", "yur_ref") where is_deleted = 0;
create index "order_doctor_payment_create_time_id" on "order_doctor_payment" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_doctor_id_create_time_id" on "order_doctor_payment" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_phone_id" on "order_doctor_payment" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "order_doctor_payment_entrusted_company_id_create_time_id" on "order_doctor_payment" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_payment_status_create_time_id" on "order_doctor_payment" ("tenant_id", "payment_status", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_settlement_order_id_create_time_id" on "order_doctor_payment" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_fiscal_tax_id_create_time_id" on "order_doctor_payment" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_order_doctor_settlement_id_crea_1yi13i7" on "order_doctor_payment" ("tenant_id", "order_doctor_settlement_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_handle_apply_id_create_time_id" on "order_doctor_payment" ("tenant_id", "handle_apply_id", "create_time", "id") where is_deleted = 0;
create unique index "order_doctor_payment_one_live_key" on "order_doctor_payment" (tenant_id, order_doctor_settlement_id) where is_deleted = 0 and payment_status in (0, 1, 3, 4, 5, 6);
create index "order_doctor_payment_pay_time_id" on "order_doctor_payment" (tenant_id, pay_time, id) where is_deleted = 0 and payment_status = 4;
select rounds_protect('"order_doctor_payment"');
create or replace function "rounds_search_of_order_doctor_payment"(records "order_doctor_payment"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderDoctorPayment', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderDoctorPayment', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_order_doctor_payment"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_order_doctor_payment"(array(select a::"order_doctor_payment" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderDoctorPayment') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_order_doctor_payment"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "order_doctor_payment" referencing new table as added for each statement execute function "rounds_search_order_doctor_payment"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "order_doctor_payment" for each row execute function "rounds_search_order_doctor_payment"();
create or replace function "rounds_makers_orderDoctorPayment"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.thaw', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array[]::text[] then return; end if;
  with made as (
  select t.tenant_id, 'orderDoctorPayment' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "order_doctor_payment" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'orderDoctorPayment' as resource, h.operator_id as user_id, t.id as record_id, 'took.thaw' as how from (select * from "order_doctor_payment" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'orderDoctorPayment' and h.action = 'thaw' and h.is_deleted = 0
  union select t.tenant_id, 'orderDoctorPayment' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "order_doctor_payment" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'orderDoctorPayment' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'orderDoctorPayment' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_orderDoctorPayment"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_order_doctor_payment_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_orderDoctorPayment"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "order_doctor_payment" referencing new table as added for each statement execute function "rounds_made_order_doctor_payment_added"();
create or replace function "rounds_made_order_doctor_payment"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_orderDoctorPayment"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "order_doctor_payment" for each row execute function "rounds_made_order_doctor_payment"();

-- orderDoctorPaymentPoint: Doctor points payouts
create table "order_doctor_payment_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "order_doctor_settlement_id" bigint,
  "order_doctor_settlement_code" varchar(32) collate "C",
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "platform_fee" numeric(18,2) default '0.00' not null,
  "channel" smallint default 1 not null,
  "payment_status" smallint default 0 not null,
  "freeze_reason" varchar(255) collate "C",
  "fail_reason" varchar(255) collate "C",
  "apply_user_name" varchar(50) collate "C",
  "apply_time" timestamptz,
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "pay_time" timestamptz,
  "point_amount" bigint default 0 not null,
  "point_cost" numeric(18,2) default '0.00' not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "order_doctor_payment_point_pkey" primary key (tenant_id, id),
  constraint "order_doctor_payment_point_has_tenant" check (tenant_id <> ''),
  constraint "order_doctor_payment_point_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "order_doctor_payment_point_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "order_doctor_payment_point_point_amount_not_negative" check (point_amount >= 0),
  constraint "order_doctor_payment_point_point_cost_not_negative" check (point_cost >= 0)
);
create index "order_doctor_payment_point_code_trgm" on "order_doctor_payment_point" using gin ("code" gin_trgm_ops);
create unique index "order_doctor_payment_point_code_key" on "order_doctor_payment_point" ("tenant_id", "code") where is_deleted = 0;
create index "order_doctor_payment_point_create_time_id" on "order_doctor_payment_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_point_doctor_id_create_time_id" on "order_doctor_payment_point" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_point_phone_id" on "order_doctor_payment_point" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "order_doctor_payment_point_entrusted_company_id_crea_1e0eyec" on "order_doctor_payment_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_point_payment_status_create_time_id" on "order_doctor_payment_point" ("tenant_id", "payment_status", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_point_fiscal_tax_id_create_time_id" on "order_doctor_payment_point" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_point_order_doctor_settlement_i_qgv4eo" on "order_doctor_payment_point" ("tenant_id", "order_doctor_settlement_id", "create_time", "id") where is_deleted = 0;
create index "order_doctor_payment_point_settlement_order_id_creat_j71hvi" on "order_doctor_payment_point" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create unique index "order_doctor_payment_point_one_live_key" on "order_doctor_payment_point" (tenant_id, order_doctor_settlement_id) where is_deleted = 0 and payment_status in (0, 4, 6);
select rounds_protect('"order_doctor_payment_point"');
create or replace function "rounds_search_of_order_doctor_payment_point"(records "order_doctor_payment_point"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'orderDoctorPaymentPoint', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':orderDoctorPaymentPoint', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_order_doctor_payment_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_order_doctor_payment_point"(array(select a::"order_doctor_payment_point" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('orderDoctorPaymentPoint') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_order_doctor_payment_point"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "order_doctor_payment_point" referencing new table as added for each statement execute function "rounds_search_order_doctor_payment_point"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "order_doctor_payment_point" for each row execute function "rounds_search_order_doctor_payment_point"();
create or replace function "rounds_makers_orderDoctorPaymentPoint"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.thaw', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array[]::text[] then return; end if;
  with made as (
  select t.tenant_id, 'orderDoctorPaymentPoint' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "order_doctor_payment_point" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'orderDoctorPaymentPoint' as resource, h.operator_id as user_id, t.id as record_id, 'took.thaw' as how from (select * from "order_doctor_payment_point" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'orderDoctorPaymentPoint' and h.action = 'thaw' and h.is_deleted = 0
  union select t.tenant_id, 'orderDoctorPaymentPoint' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "order_doctor_payment_point" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'orderDoctorPaymentPoint' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'orderDoctorPaymentPoint' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_orderDoctorPaymentPoint"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_order_doctor_payment_point_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_orderDoctorPaymentPoint"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "order_doctor_payment_point" referencing new table as added for each statement execute function "rounds_made_order_doctor_payment_point_added"();
create or replace function "rounds_made_order_doctor_payment_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_orderDoctorPaymentPoint"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "order_doctor_payment_point" for each row execute function "rounds_made_order_doctor_payment_point"();

-- entrustedAccount: Prepaid accounts
create table "entrusted_account" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "account_no" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "balance" numeric(18,2) default '0.00' not null,
  "frozen_amount" numeric(18,2) default '0.00' not null,
  "available_amount" numeric(18,2) default '0.00' not null,
  "total_in" numeric(18,2) default '0.00' not null,
  "total_out" numeric(18,2) default '0.00' not null,
  "last_record_id" bigint,
  "account_status" smallint default 1,
  "alert_amount" numeric(18,2) default '0.00',
  "alert_status" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_account_pkey" primary key (tenant_id, id),
  constraint "entrusted_account_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_account_balance_not_negative" check (balance >= 0),
  constraint "entrusted_account_frozen_amount_not_negative" check (frozen_amount >= 0),
  constraint "entrusted_account_available_amount_not_negative" check (available_amount >= 0),
  constraint "entrusted_account_total_in_not_negative" check (total_in >= 0),
  constraint "entrusted_account_total_out_not_negative" check (total_out >= 0),
  constraint "entrusted_account_alert_amount_not_negative" check (alert_amount >= 0),
  constraint "entrusted_account_available_adds_up" check (balance = available_amount + frozen_amount),
  constraint "entrusted_account_balance_adds_up" check (total_in = total_out + balance)
);
create index "entrusted_account_account_no_trgm" on "entrusted_account" using gin ("account_no" gin_trgm_ops);
create unique index "entrusted_account_account_no_key" on "entrusted_account" ("tenant_id", "account_no") where is_deleted = 0;
create index "entrusted_account_create_time_id" on "entrusted_account" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_balance_id" on "entrusted_account" ("tenant_id", "balance", "id") where is_deleted = 0;
create index "entrusted_account_available_amount_id" on "entrusted_account" ("tenant_id", "available_amount", "id") where is_deleted = 0;
create index "entrusted_account_entrusted_company_id_create_time_id" on "entrusted_account" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_account_status_create_time_id" on "entrusted_account" ("tenant_id", "account_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_alert_status_create_time_id" on "entrusted_account" ("tenant_id", "alert_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_alert_status_available" on "entrusted_account" (tenant_id, alert_status, available_amount, id) where is_deleted = 0;
create unique index "entrusted_account_one_open_key" on "entrusted_account" (tenant_id, entrusted_company_id) where is_deleted = 0 and account_status <> 3;
select rounds_protect('"entrusted_account"');
create or replace function "rounds_search_of_entrusted_account"(records "entrusted_account"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedAccount', t.id, null,
    coalesce(left(t."account_no", 200), ''), t."entrusted_company_name",
    rounds_key(t."account_no"), null, rounds_terms(t."account_no", null, rounds_readings(t."account_no")),
    array_remove(array[t.tenant_id || ':entrustedAccount', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_account"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_account"(array(select a::"entrusted_account" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."account_no", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."account_no", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedAccount') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_account"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_account" referencing new table as added for each statement execute function "rounds_search_entrusted_account"();
create trigger keep_search after delete or update of "account_no", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "entrusted_account" for each row execute function "rounds_search_entrusted_account"();

-- entrustedAccountPrepay: Prepayment orders
create table "entrusted_account_prepay" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "payment_type" smallint default 1 not null,
  "charge_type" smallint default 1 not null,
  "record_amount" numeric(18,2) not null,
  "prepay_time" timestamptz,
  "record_voucher" varchar(500) collate "C",
  "confirm_status" smallint default 0 not null,
  "payer_name" varchar(100) collate "C",
  "payer_match" smallint,
  "payer_account" text collate "C",
  "bank_serial_no" varchar(64) collate "C",
  "review_user_name" varchar(50) collate "C",
  "review_time" timestamptz,
  "review_remark" varchar(500) collate "C",
  "account_record_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_account_prepay_pkey" primary key (tenant_id, id),
  constraint "entrusted_account_prepay_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_account_prepay_record_amount_not_negative" check (record_amount >= 0),
  constraint "entrusted_account_prepay_payer_account_sealed" check ("payer_account" like '~%~%' and octet_length("payer_account") > 41)
);
create index "entrusted_account_prepay_code_trgm" on "entrusted_account_prepay" using gin ("code" gin_trgm_ops);
create unique index "entrusted_account_prepay_code_key" on "entrusted_account_prepay" ("tenant_id", "code") where is_deleted = 0;
create unique index "entrusted_account_prepay_bank_serial_no_key" on "entrusted_account_prepay" ("tenant_id", rounds_folded("bank_serial_no", false)) where is_deleted = 0;
create index "entrusted_account_prepay_bank_serial_no_id" on "entrusted_account_prepay" ("tenant_id", "bank_serial_no", "id") where is_deleted = 0;
create index "entrusted_account_prepay_create_time_id" on "entrusted_account_prepay" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_prepay_entrusted_company_id_create_time_id" on "entrusted_account_prepay" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_prepay_payment_type_create_time_id" on "entrusted_account_prepay" ("tenant_id", "payment_type", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_prepay_charge_type_create_time_id" on "entrusted_account_prepay" ("tenant_id", "charge_type", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_prepay_confirm_status_create_time_id" on "entrusted_account_prepay" ("tenant_id", "confirm_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_account_prepay"');
create or replace function "rounds_search_of_entrusted_account_prepay"(records "entrusted_account_prepay"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedAccountPrepay', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':entrustedAccountPrepay', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_account_prepay"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_account_prepay"(array(select a::"entrusted_account_prepay" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedAccountPrepay') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_account_prepay"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_account_prepay" referencing new table as added for each statement execute function "rounds_search_entrusted_account_prepay"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "is_deleted" on "entrusted_account_prepay" for each row execute function "rounds_search_entrusted_account_prepay"();
create or replace function "rounds_makers_entrustedAccountPrepay"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['entrustedCompanyId', 'paymentType', 'chargeType', 'recordAmount', 'prepayTime', 'recordVoucher', 'payerName', 'payerAccount', 'bankSerialNo']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'entrustedAccountPrepay' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "entrusted_account_prepay" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'entrustedAccountPrepay' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_account_prepay" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'entrustedAccountPrepay' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['entrustedCompanyId', 'paymentType', 'chargeType', 'recordAmount', 'prepayTime', 'recordVoucher', 'payerName', 'payerAccount', 'bankSerialNo']::text[]))
  union select t.tenant_id, 'entrustedAccountPrepay' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_account_prepay" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'entrustedAccountPrepay' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'entrustedAccountPrepay' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_entrustedAccountPrepay"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_entrusted_account_prepay_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_entrustedAccountPrepay"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "entrusted_account_prepay" referencing new table as added for each statement execute function "rounds_made_entrusted_account_prepay_added"();
create or replace function "rounds_made_entrusted_account_prepay"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_entrustedAccountPrepay"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "entrusted_account_prepay" for each row execute function "rounds_made_entrusted_account_prepay"();

-- entrustedAccountRecord: Account records
create table "entrusted_account_record" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "record_no" varchar(32) collate "C",
  "account_id" bigint,
  "account_no" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "record_type" smallint,
  "direction" smallint,
  "amount" numeric(18,2),
  "balance_before" numeric(18,2) default '0.00' not null,
  "balance_after" numeric(18,2) default '0.00' not null,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(32) collate "C",
  "record_time" timestamptz default now() not null,
  "remark" varchar(255) collate "C",
  "previous_hash" varchar(64) collate "C",
  "record_hash" varchar(64) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_account_record_pkey" primary key (tenant_id, id),
  constraint "entrusted_account_record_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_account_record_amount_not_negative" check (amount >= 0),
  constraint "entrusted_account_record_balance_before_not_negative" check (balance_before >= 0),
  constraint "entrusted_account_record_balance_after_not_negative" check (balance_after >= 0)
);
create index "entrusted_account_record_record_no_trgm" on "entrusted_account_record" using gin ("record_no" gin_trgm_ops);
create index "entrusted_account_record_biz_code_trgm" on "entrusted_account_record" using gin ("biz_code" gin_trgm_ops);
create unique index "entrusted_account_record_record_no_key" on "entrusted_account_record" ("tenant_id", "record_no") where is_deleted = 0;
create unique index "entrusted_account_record_biz_type_biz_id_record_type_key" on "entrusted_account_record" ("tenant_id", "biz_type", "biz_id", "record_type") where is_deleted = 0;
create index "entrusted_account_record_record_time_id" on "entrusted_account_record" ("tenant_id", "record_time", "id") where is_deleted = 0;
create index "entrusted_account_record_create_time_id" on "entrusted_account_record" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_account_record_account_id_record_time_id" on "entrusted_account_record" ("tenant_id", "account_id", "record_time", "id") where is_deleted = 0;
create index "entrusted_account_record_entrusted_company_id_record_time_id" on "entrusted_account_record" ("tenant_id", "entrusted_company_id", "record_time", "id") where is_deleted = 0;
create index "entrusted_account_record_record_type_record_time_id" on "entrusted_account_record" ("tenant_id", "record_type", "record_time", "id") where is_deleted = 0;
create index "entrusted_account_record_direction_record_time_id" on "entrusted_account_record" ("tenant_id", "direction", "record_time", "id") where is_deleted = 0;
create index "entrusted_account_record_biz_code_id" on "entrusted_account_record" ("tenant_id", "biz_code", "id") where is_deleted = 0;
select rounds_protect_ledger('"entrusted_account_record"');

-- suspenseEntry: Suspense entries
create table "suspense_entry" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "source" smallint,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(32) collate "C",
  "amount" numeric(18,2),
  "bank_serial_no" varchar(64) collate "C",
  "arrive_time" timestamptz,
  "why" varchar(255) collate "C",
  "suspense_status" smallint default 0 not null,
  "clear_mode" smallint,
  "payee_name" varchar(100) collate "C",
  "paid_serial_no" varchar(64) collate "C",
  "clear_remark" varchar(500) collate "C",
  "apply_user_name" varchar(50) collate "C",
  "apply_time" timestamptz,
  "review_user_name" varchar(50) collate "C",
  "review_time" timestamptz,
  "review_remark" varchar(500) collate "C",
  "account_record_id" bigint,
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "tax_month" varchar(6) collate "C",
  "tax_amount" numeric(18,2) default '0.00' not null,
  "summary_tax_returns_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "suspense_entry_pkey" primary key (tenant_id, id),
  constraint "suspense_entry_has_tenant" check (tenant_id <> ''),
  constraint "suspense_entry_amount_not_negative" check (amount >= 0),
  constraint "suspense_entry_tax_amount_not_negative" check (tax_amount >= 0)
);
create index "suspense_entry_code_trgm" on "suspense_entry" using gin ("code" gin_trgm_ops);
create index "suspense_entry_biz_code_trgm" on "suspense_entry" using gin ("biz_code" gin_trgm_ops);
create unique index "suspense_entry_code_key" on "suspense_entry" ("tenant_id", "code") where is_deleted = 0;
create unique index "suspense_entry_biz_type_biz_id_key" on "suspense_entry" ("tenant_id", "biz_type", "biz_id") where is_deleted = 0;
create index "suspense_entry_create_time_id" on "suspense_entry" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "suspense_entry_entrusted_company_id_create_time_id" on "suspense_entry" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "suspense_entry_source_create_time_id" on "suspense_entry" ("tenant_id", "source", "create_time", "id") where is_deleted = 0;
create index "suspense_entry_suspense_status_create_time_id" on "suspense_entry" ("tenant_id", "suspense_status", "create_time", "id") where is_deleted = 0;
create index "suspense_entry_biz_code_id" on "suspense_entry" ("tenant_id", "biz_code", "id") where is_deleted = 0;
create index "suspense_entry_summary_tax_returns_id_create_time_id" on "suspense_entry" ("tenant_id", "summary_tax_returns_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"suspense_entry"');
create or replace function "rounds_search_of_suspense_entry"(records "suspense_entry"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'suspenseEntry', t.id, t."biz_type",
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':suspenseEntry'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_suspense_entry"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_suspense_entry"(array(select a::"suspense_entry" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."biz_type", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."biz_type", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('suspenseEntry') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_suspense_entry"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "suspense_entry" referencing new table as added for each statement execute function "rounds_search_suspense_entry"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "biz_type", "is_deleted" on "suspense_entry" for each row execute function "rounds_search_suspense_entry"();
create or replace function "rounds_makers_suspenseEntry"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.apply', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array[]::text[] then return; end if;
  with made as (
  select t.tenant_id, 'suspenseEntry' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "suspense_entry" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'suspenseEntry' as resource, h.operator_id as user_id, t.id as record_id, 'took.apply' as how from (select * from "suspense_entry" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'suspenseEntry' and h.action = 'apply' and h.is_deleted = 0
  union select t.tenant_id, 'suspenseEntry' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "suspense_entry" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'suspenseEntry' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'suspenseEntry' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_suspenseEntry"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_suspense_entry_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_suspenseEntry"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "suspense_entry" referencing new table as added for each statement execute function "rounds_made_suspense_entry_added"();
create or replace function "rounds_made_suspense_entry"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_suspenseEntry"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "suspense_entry" for each row execute function "rounds_made_suspense_entry"();

-- handleApply: Bank handling
create table "handle_apply" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "pay_account" text collate "C",
  "total_count" integer default 0 not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "success_count" integer default 0 not null,
  "success_amount" numeric(18,2) default '0.00' not null,
  "fail_count" integer default 0 not null,
  "fail_amount" numeric(18,2) default '0.00' not null,
  "handle_mode" smallint default 0 not null,
  "handle_status" smallint default 0 not null,
  "sponsor_user_name" varchar(50) collate "C",
  "sponsor_time" timestamptz,
  "bank_batch_no" varchar(32) collate "C",
  "review_no" varchar(64) collate "C",
  "query_count" integer default 0 not null,
  "next_query_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "handle_apply_pkey" primary key (tenant_id, id),
  constraint "handle_apply_has_tenant" check (tenant_id <> ''),
  constraint "handle_apply_pay_account_sealed" check ("pay_account" like '~%~%' and octet_length("pay_account") > 41),
  constraint "handle_apply_total_amount_not_negative" check (total_amount >= 0),
  constraint "handle_apply_success_amount_not_negative" check (success_amount >= 0),
  constraint "handle_apply_fail_amount_not_negative" check (fail_amount >= 0)
);
create index "handle_apply_code_trgm" on "handle_apply" using gin ("code" gin_trgm_ops);
create unique index "handle_apply_code_key" on "handle_apply" ("tenant_id", "code") where is_deleted = 0;
create index "handle_apply_create_time_id" on "handle_apply" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "handle_apply_entrusted_company_id_create_time_id" on "handle_apply" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "handle_apply_fiscal_tax_id_create_time_id" on "handle_apply" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "handle_apply_handle_status_create_time_id" on "handle_apply" ("tenant_id", "handle_status", "create_time", "id") where is_deleted = 0;
create index "handle_apply_next_query" on "handle_apply" (tenant_id, next_query_time) where is_deleted = 0 and next_query_time is not null;
select rounds_protect('"handle_apply"');
create or replace function "rounds_pass_owner_handle_apply_to_handle_apply_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "handle_apply_info" in share row exclusive mode;
  update "handle_apply_info" set "handle_apply_id" = "handle_apply_id" where tenant_id = new.tenant_id and "handle_apply_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_handle_apply_info" after update on "handle_apply" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."fiscal_tax_id" is distinct from new."fiscal_tax_id") execute function "rounds_pass_owner_handle_apply_to_handle_apply_info"();
create or replace function "rounds_pass_owner_handle_apply_to_handle_status_record"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "handle_status_record" in share row exclusive mode;
  update "handle_status_record" set "handle_apply_id" = "handle_apply_id" where tenant_id = new.tenant_id and "handle_apply_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_handle_status_record" after update on "handle_apply" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."fiscal_tax_id" is distinct from new."fiscal_tax_id") execute function "rounds_pass_owner_handle_apply_to_handle_status_record"();
create or replace function "rounds_search_of_handle_apply"(records "handle_apply"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'handleApply', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':handleApply', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_handle_apply"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_handle_apply"(array(select a::"handle_apply" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('handleApply') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_handle_apply"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "handle_apply" referencing new table as added for each statement execute function "rounds_search_handle_apply"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "handle_apply" for each row execute function "rounds_search_handle_apply"();
create or replace function "rounds_makers_handleApply"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.thaw', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array[]::text[] then return; end if;
  with made as (
  select t.tenant_id, 'handleApply' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "handle_apply" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'handleApply' as resource, h.operator_id as user_id, t.id as record_id, 'took.thaw' as how from (select * from "handle_apply" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'handleApply' and h.action = 'thaw' and h.is_deleted = 0
  union select t.tenant_id, 'handleApply' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "handle_apply" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'handleApply' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'handleApply' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_handleApply"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_handle_apply_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_handleApply"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "handle_apply" referencing new table as added for each statement execute function "rounds_made_handle_apply_added"();
create or replace function "rounds_made_handle_apply"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_handleApply"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "handle_apply" for each row execute function "rounds_made_handle_apply"();

-- handleApplyInfo: Bank instructions
create table "handle_apply_info" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "handle_apply_id" bigint,
  "handle_apply_code" varchar(32) collate "C",
  "order_doctor_payment_id" bigint,
  "order_doctor_payment_code" varchar(32) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "payee_name" varchar(50) collate "C",
  "payee_account" text collate "C",
  "payee_bank" varchar(100) collate "C",
  "payee_bank_no" varchar(20) collate "C",
  "amount" numeric(18,2) default '0.00' not null,
  "yur_ref" varchar(30) collate "C",
  "info_status" smallint default 0 not null,
  "bank_code" varchar(20) collate "C",
  "bank_msg" varchar(255) collate "C",
  "retry_of_id" bigint,
  "finish_time" timestamptz,
  "owner_company_id" bigint,
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "handle_apply_info_pkey" primary key (tenant_id, id),
  constraint "handle_apply_info_has_tenant" check (tenant_id <> ''),
  constraint "handle_apply_info_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "handle_apply_info_payee_account_sealed" check ("payee_account" like '~%~%' and octet_length("payee_account") > 41),
  constraint "handle_apply_info_amount_not_negative" check (amount >= 0)
);
create index "handle_apply_info_yur_ref_trgm" on "handle_apply_info" using gin ("yur_ref" gin_trgm_ops);
create index "handle_apply_info_payee_name_grams" on "handle_apply_info" using gin (rounds_grams(tenant_id, "payee_name"));
create unique index "handle_apply_info_yur_ref_key" on "handle_apply_info" ("tenant_id", "yur_ref") where is_deleted = 0;
create index "handle_apply_info_create_time_id" on "handle_apply_info" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "handle_apply_info_info_status_create_time_id" on "handle_apply_info" ("tenant_id", "info_status", "create_time", "id") where is_deleted = 0;
create index "handle_apply_info_order_doctor_payment_id_create_time_id" on "handle_apply_info" ("tenant_id", "order_doctor_payment_id", "create_time", "id") where is_deleted = 0;
create index "handle_apply_info_handle_apply_id_create_time_id" on "handle_apply_info" ("tenant_id", "handle_apply_id", "create_time", "id") where is_deleted = 0;
create index "handle_apply_info_owner_company_id_create_time_id" on "handle_apply_info" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "handle_apply_info_owner_fiscal_tax_id_create_time_id" on "handle_apply_info" ("tenant_id", "owner_fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"handle_apply_info"');
create or replace function "rounds_take_owner_handle_apply_info"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."fiscal_tax_id" into new."owner_company_id", new."owner_fiscal_tax_id"
    from "handle_apply" p where p.tenant_id = new.tenant_id and p.id = new."handle_apply_id";
  return new;
end $$;
create trigger take_owner before insert or update of "handle_apply_id", "owner_company_id", "owner_fiscal_tax_id"
  on "handle_apply_info" for each row execute function "rounds_take_owner_handle_apply_info"();
create or replace function "rounds_search_of_handle_apply_info"(records "handle_apply_info"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'handleApplyInfo', t.id, null,
    coalesce(left(t."yur_ref", 200), ''), t."doctor_name",
    rounds_key(t."yur_ref"), null, rounds_terms(t."yur_ref", null, n.readings),
    array_remove(array[t.tenant_id || ':handleApplyInfo', 'company:' || t."owner_company_id", 'fiscalTax:' || t."owner_fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."yur_ref" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."yur_ref" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_handle_apply_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_handle_apply_info"(array(select a::"handle_apply_info" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."yur_ref", old."doctor_name", old."handle_apply_id", old."owner_company_id", old."owner_fiscal_tax_id", old."is_deleted") is not distinct from (new."yur_ref", new."doctor_name", new."handle_apply_id", new."owner_company_id", new."owner_fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('handleApplyInfo') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_handle_apply_info"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "handle_apply_info" referencing new table as added for each statement execute function "rounds_search_handle_apply_info"();
create trigger keep_search after delete or update of "yur_ref", "doctor_name", "handle_apply_id", "owner_company_id", "owner_fiscal_tax_id", "is_deleted" on "handle_apply_info" for each row execute function "rounds_search_handle_apply_info"();

-- handleStatusRecord: Handling records
create table "handle_status_record" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "handle_apply_id" bigint,
  "handle_apply_code" varchar(32) collate "C",
  "handle_apply_info_id" bigint,
  "from_status" smallint,
  "to_status" smallint,
  "bank_code" varchar(20) collate "C",
  "bank_msg" varchar(255) collate "C",
  "record_time" timestamptz default now() not null,
  "operator_name" varchar(50) collate "C",
  "owner_company_id" bigint,
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "handle_status_record_pkey" primary key (tenant_id, id),
  constraint "handle_status_record_has_tenant" check (tenant_id <> '')
);
create index "handle_status_record_record_time_id" on "handle_status_record" ("tenant_id", "record_time", "id") where is_deleted = 0;
create index "handle_status_record_create_time_id" on "handle_status_record" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "handle_status_record_handle_apply_id_record_time_id" on "handle_status_record" ("tenant_id", "handle_apply_id", "record_time", "id") where is_deleted = 0;
create index "handle_status_record_to_status_record_time_id" on "handle_status_record" ("tenant_id", "to_status", "record_time", "id") where is_deleted = 0;
create index "handle_status_record_owner_company_id_record_time_id" on "handle_status_record" ("tenant_id", "owner_company_id", "record_time", "id") where is_deleted = 0;
create index "handle_status_record_owner_fiscal_tax_id_record_time_id" on "handle_status_record" ("tenant_id", "owner_fiscal_tax_id", "record_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"handle_status_record"');
create or replace function "rounds_take_owner_handle_status_record"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."fiscal_tax_id" into new."owner_company_id", new."owner_fiscal_tax_id"
    from "handle_apply" p where p.tenant_id = new.tenant_id and p.id = new."handle_apply_id";
  return new;
end $$;
create trigger take_owner before insert or update of "handle_apply_id", "owner_company_id", "owner_fiscal_tax_id"
  on "handle_status_record" for each row execute function "rounds_take_owner_handle_status_record"();

-- transferAccount: Bank transfers
create table "transfer_account" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "yur_ref" varchar(30) collate "C",
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(32) collate "C",
  "pay_account" text collate "C",
  "payee_name" varchar(100) collate "C",
  "payee_account" text collate "C",
  "payee_bank_no" varchar(20) collate "C",
  "amount" numeric(18,2) default '0.00' not null,
  "purpose" varchar(60) collate "C",
  "transfer_status" smallint default 0 not null,
  "bank_serial_no" varchar(64) collate "C",
  "bank_msg" varchar(255) collate "C",
  "submit_time" timestamptz,
  "finish_time" timestamptz,
  "query_count" integer default 0 not null,
  "next_query_time" timestamptz,
  "reconciliation_id" bigint,
  "again_status" smallint default 0 not null,
  "again_of_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "transfer_account_pkey" primary key (tenant_id, id),
  constraint "transfer_account_has_tenant" check (tenant_id <> ''),
  constraint "transfer_account_pay_account_sealed" check ("pay_account" like '~%~%' and octet_length("pay_account") > 41),
  constraint "transfer_account_payee_account_sealed" check ("payee_account" like '~%~%' and octet_length("payee_account") > 41),
  constraint "transfer_account_amount_not_negative" check (amount >= 0)
);
create index "transfer_account_yur_ref_trgm" on "transfer_account" using gin ("yur_ref" gin_trgm_ops);
create index "transfer_account_biz_code_trgm" on "transfer_account" using gin ("biz_code" gin_trgm_ops);
create index "transfer_account_payee_name_grams" on "transfer_account" using gin (rounds_grams(tenant_id, "payee_name"));
create unique index "transfer_account_yur_ref_key" on "transfer_account" ("tenant_id", "yur_ref") where is_deleted = 0;
create unique index "transfer_account_bank_serial_no_key" on "transfer_account" ("tenant_id", "bank_serial_no") where is_deleted = 0;
create index "transfer_account_create_time_id" on "transfer_account" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "transfer_account_biz_type_create_time_id" on "transfer_account" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
create index "transfer_account_biz_code_id" on "transfer_account" ("tenant_id", "biz_code", "id") where is_deleted = 0;
create index "transfer_account_transfer_status_create_time_id" on "transfer_account" ("tenant_id", "transfer_status", "create_time", "id") where is_deleted = 0;
create index "transfer_account_biz_id_create_time_id" on "transfer_account" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
create index "transfer_account_reconciliation_id_create_time_id" on "transfer_account" ("tenant_id", "reconciliation_id", "create_time", "id") where is_deleted = 0;
create index "transfer_account_again_status_create_time_id" on "transfer_account" ("tenant_id", "again_status", "create_time", "id") where is_deleted = 0;
create index "transfer_account_next_query" on "transfer_account" (tenant_id, next_query_time) where is_deleted = 0 and next_query_time is not null;
create index "transfer_account_finish_time" on "transfer_account" (tenant_id, finish_time) where is_deleted = 0 and finish_time is not null;
select rounds_protect('"transfer_account"');
create or replace function "rounds_search_of_transfer_account"(records "transfer_account"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'transferAccount', t.id, t."biz_type",
    coalesce(left(t."yur_ref", 200), ''), null,
    rounds_key(t."yur_ref"), null, rounds_terms(t."yur_ref", null, n.readings),
    array_remove(array[t.tenant_id || ':transferAccount'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."yur_ref" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."yur_ref" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_transfer_account"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_transfer_account"(array(select a::"transfer_account" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."yur_ref", old."biz_type", old."is_deleted") is not distinct from (new."yur_ref", new."biz_type", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('transferAccount') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_transfer_account"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "transfer_account" referencing new table as added for each statement execute function "rounds_search_transfer_account"();
create trigger keep_search after delete or update of "yur_ref", "biz_type", "is_deleted" on "transfer_account" for each row execute function "rounds_search_transfer_account"();

-- dmanInternalTransfer: Internal transfers
create table "dman_internal_transfer" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "yur_ref" varchar(30) collate "C",
  "plat_service_fee_id" bigint not null,
  "plat_service_fee_code" varchar(32) collate "C",
  "out_unit_no" varchar(20) collate "C" not null,
  "out_unit_name" varchar(100) collate "C",
  "in_unit_no" varchar(20) collate "C" not null,
  "in_unit_name" varchar(100) collate "C",
  "amount" numeric(18,2) not null,
  "transfer_status" smallint default 0 not null,
  "bank_msg" varchar(255) collate "C",
  "finish_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "dman_internal_transfer_pkey" primary key (tenant_id, id),
  constraint "dman_internal_transfer_has_tenant" check (tenant_id <> ''),
  constraint "dman_internal_transfer_amount_not_negative" check (amount >= 0)
);
create index "dman_internal_transfer_code_trgm" on "dman_internal_transfer" using gin ("code" gin_trgm_ops);
create index "dman_internal_transfer_out_unit_no_trgm" on "dman_internal_transfer" using gin ("out_unit_no" gin_trgm_ops);
create index "dman_internal_transfer_out_unit_name_grams" on "dman_internal_transfer" using gin (rounds_grams(tenant_id, "out_unit_name"));
create index "dman_internal_transfer_in_unit_no_trgm" on "dman_internal_transfer" using gin ("in_unit_no" gin_trgm_ops);
create unique index "dman_internal_transfer_code_key" on "dman_internal_transfer" ("tenant_id", "code") where is_deleted = 0;
create unique index "dman_internal_transfer_yur_ref_key" on "dman_internal_transfer" ("tenant_id", "yur_ref") where is_deleted = 0;
create index "dman_internal_transfer_create_time_id" on "dman_internal_transfer" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dman_internal_transfer_plat_service_fee_id_create_time_id" on "dman_internal_transfer" ("tenant_id", "plat_service_fee_id", "create_time", "id") where is_deleted = 0;
create index "dman_internal_transfer_out_unit_no_id" on "dman_internal_transfer" ("tenant_id", "out_unit_no", "id") where is_deleted = 0;
create index "dman_internal_transfer_in_unit_no_id" on "dman_internal_transfer" ("tenant_id", "in_unit_no", "id") where is_deleted = 0;
create index "dman_internal_transfer_transfer_status_create_time_id" on "dman_internal_transfer" ("tenant_id", "transfer_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"dman_internal_transfer"');
create or replace function "rounds_search_of_dman_internal_transfer"(records "dman_internal_transfer"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dmanInternalTransfer', t.id, null,
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':dmanInternalTransfer'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_dman_internal_transfer"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_dman_internal_transfer"(array(select a::"dman_internal_transfer" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."is_deleted") is not distinct from (new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dmanInternalTransfer') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_dman_internal_transfer"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "dman_internal_transfer" referencing new table as added for each statement execute function "rounds_search_dman_internal_transfer"();
create trigger keep_search after delete or update of "code", "is_deleted" on "dman_internal_transfer" for each row execute function "rounds_search_dman_internal_transfer"();

-- dmanInternalTransferPoint: Internal transfers of points
create table "dman_internal_transfer_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "yur_ref" varchar(30) collate "C",
  "plat_service_fee_id" bigint not null,
  "plat_service_fee_code" varchar(32) collate "C",
  "out_unit_no" varchar(20) collate "C" not null,
  "out_unit_name" varchar(100) collate "C",
  "in_unit_no" varchar(20) collate "C" not null,
  "in_unit_name" varchar(100) collate "C",
  "amount" numeric(18,2) not null,
  "transfer_status" smallint default 0 not null,
  "bank_msg" varchar(255) collate "C",
  "finish_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "dman_internal_transfer_point_pkey" primary key (tenant_id, id),
  constraint "dman_internal_transfer_point_has_tenant" check (tenant_id <> ''),
  constraint "dman_internal_transfer_point_amount_not_negative" check (amount >= 0)
);
create index "dman_internal_transfer_point_code_trgm" on "dman_internal_transfer_point" using gin ("code" gin_trgm_ops);
create index "dman_internal_transfer_point_out_unit_no_trgm" on "dman_internal_transfer_point" using gin ("out_unit_no" gin_trgm_ops);
create index "dman_internal_transfer_point_out_unit_name_grams" on "dman_internal_transfer_point" using gin (rounds_grams(tenant_id, "out_unit_name"));
create index "dman_internal_transfer_point_in_unit_no_trgm" on "dman_internal_transfer_point" using gin ("in_unit_no" gin_trgm_ops);
create unique index "dman_internal_transfer_point_code_key" on "dman_internal_transfer_point" ("tenant_id", "code") where is_deleted = 0;
create unique index "dman_internal_transfer_point_yur_ref_key" on "dman_internal_transfer_point" ("tenant_id", "yur_ref") where is_deleted = 0;
create index "dman_internal_transfer_point_create_time_id" on "dman_internal_transfer_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dman_internal_transfer_point_plat_service_fee_id_cre_49risl" on "dman_internal_transfer_point" ("tenant_id", "plat_service_fee_id", "create_time", "id") where is_deleted = 0;
create index "dman_internal_transfer_point_out_unit_no_id" on "dman_internal_transfer_point" ("tenant_id", "out_unit_no", "id") where is_deleted = 0;
create index "dman_internal_transfer_point_in_unit_no_id" on "dman_internal_transfer_point" ("tenant_id", "in_unit_no", "id") where is_deleted = 0;
create index "dman_internal_transfer_point_transfer_status_create_time_id" on "dman_internal_transfer_point" ("tenant_id", "transfer_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"dman_internal_transfer_point"');
create or replace function "rounds_search_of_dman_internal_transfer_point"(records "dman_internal_transfer_point"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dmanInternalTransferPoint', t.id, null,
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':dmanInternalTransferPoint'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_dman_internal_transfer_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_dman_internal_transfer_point"(array(select a::"dman_internal_transfer_point" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."is_deleted") is not distinct from (new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dmanInternalTransferPoint') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_dman_internal_transfer_point"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "dman_internal_transfer_point" referencing new table as added for each statement execute function "rounds_search_dman_internal_transfer_point"();
create trigger keep_search after delete or update of "code", "is_deleted" on "dman_internal_transfer_point" for each row execute function "rounds_search_dman_internal_transfer_point"();

-- tradingManagerInfo: Trading-manager units
create table "trading_manager_info" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "unit_no" varchar(20) collate "C",
  "unit_name" varchar(100) collate "C",
  "holder_type" smallint,
  "holder_id" bigint,
  "holder_name" varchar(100) collate "C",
  "credit_code" varchar(18) collate "C",
  "bank_account" text collate "C",
  "balance" numeric(18,2) default '0.00' not null,
  "unit_status" smallint default 1 not null,
  "open_msg" varchar(500) collate "C",
  "open_time" timestamptz,
  "close_time" timestamptz,
  "close_reason" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "trading_manager_info_pkey" primary key (tenant_id, id),
  constraint "trading_manager_info_has_tenant" check (tenant_id <> ''),
  constraint "trading_manager_info_bank_account_sealed" check ("bank_account" like '~%~%' and octet_length("bank_account") > 41),
  constraint "trading_manager_info_balance_not_negative" check (balance >= 0)
);
create index "trading_manager_info_unit_no_trgm" on "trading_manager_info" using gin ("unit_no" gin_trgm_ops);
create index "trading_manager_info_unit_name_grams" on "trading_manager_info" using gin (rounds_grams(tenant_id, "unit_name"));
create unique index "trading_manager_info_unit_no_key" on "trading_manager_info" ("tenant_id", "unit_no") where is_deleted = 0;
create index "trading_manager_info_create_time_id" on "trading_manager_info" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "trading_manager_info_balance_id" on "trading_manager_info" ("tenant_id", "balance", "id") where is_deleted = 0;
create index "trading_manager_info_holder_type_create_time_id" on "trading_manager_info" ("tenant_id", "holder_type", "create_time", "id") where is_deleted = 0;
create index "trading_manager_info_unit_status_create_time_id" on "trading_manager_info" ("tenant_id", "unit_status", "create_time", "id") where is_deleted = 0;
create index "trading_manager_info_holder_id_create_time_id" on "trading_manager_info" ("tenant_id", "holder_id", "create_time", "id") where is_deleted = 0;
create unique index "trading_manager_info_one_platform_key" on "trading_manager_info" (tenant_id) where is_deleted = 0 and holder_type = 2 and unit_status <> 3;
select rounds_protect('"trading_manager_info"');
create or replace function "rounds_search_of_trading_manager_info"(records "trading_manager_info"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'tradingManagerInfo', t.id, null,
    coalesce(left(t."unit_name", 200), ''), t."unit_no",
    rounds_key(t."unit_no"), rounds_key(t."unit_name"), rounds_terms(t."unit_name", t."unit_no", n.readings),
    array_remove(array[t.tenant_id || ':tradingManagerInfo'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."unit_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."unit_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_trading_manager_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_trading_manager_info"(array(select a::"trading_manager_info" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."unit_name", old."unit_no", old."is_deleted") is not distinct from (new."unit_name", new."unit_no", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('tradingManagerInfo') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_trading_manager_info"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "trading_manager_info" referencing new table as added for each statement execute function "rounds_search_trading_manager_info"();
create trigger keep_search after delete or update of "unit_name", "unit_no", "is_deleted" on "trading_manager_info" for each row execute function "rounds_search_trading_manager_info"();
create or replace function "rounds_makers_tradingManagerInfo"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.open', 'took.resubmit', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array[]::text[] then return; end if;
  with made as (
  select t.tenant_id, 'tradingManagerInfo' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "trading_manager_info" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'tradingManagerInfo' as resource, h.operator_id as user_id, t.id as record_id, 'took.open' as how from (select * from "trading_manager_info" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'tradingManagerInfo' and h.action = 'open' and h.is_deleted = 0
  union select t.tenant_id, 'tradingManagerInfo' as resource, h.operator_id as user_id, t.id as record_id, 'took.resubmit' as how from (select * from "trading_manager_info" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'tradingManagerInfo' and h.action = 'resubmit' and h.is_deleted = 0
  union select t.tenant_id, 'tradingManagerInfo' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "trading_manager_info" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'tradingManagerInfo' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'tradingManagerInfo' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_tradingManagerInfo"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_trading_manager_info_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_tradingManagerInfo"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "trading_manager_info" referencing new table as added for each statement execute function "rounds_made_trading_manager_info_added"();
create or replace function "rounds_made_trading_manager_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_tradingManagerInfo"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "trading_manager_info" for each row execute function "rounds_made_trading_manager_info"();

-- reconciliationInfo: Reconciliation
create table "reconciliation_info" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "taskid" varchar(32) collate "C",
  "account_no" varchar(20) collate "C" not null,
  "recon_date" date not null,
  "our_count" integer default 0 not null,
  "our_amount" numeric(18,2) default '0.00' not null,
  "bank_count" integer default 0 not null,
  "bank_amount" numeric(18,2) default '0.00' not null,
  "matched_count" integer default 0 not null,
  "diff_count" integer default 0 not null,
  "bank_only_count" integer default 0 not null,
  "diff_amount" numeric(18,2) default '0.00' not null,
  "recon_status" smallint default 0 not null,
  "result_detail" jsonb,
  "submit_user_name" varchar(50) collate "C",
  "submit_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "reconciliation_info_pkey" primary key (tenant_id, id),
  constraint "reconciliation_info_has_tenant" check (tenant_id <> ''),
  constraint "reconciliation_info_our_amount_not_negative" check (our_amount >= 0),
  constraint "reconciliation_info_bank_amount_not_negative" check (bank_amount >= 0),
  constraint "reconciliation_info_diff_amount_not_negative" check (diff_amount >= 0)
);
create index "reconciliation_info_taskid_trgm" on "reconciliation_info" using gin ("taskid" gin_trgm_ops);
create index "reconciliation_info_account_no_trgm" on "reconciliation_info" using gin ("account_no" gin_trgm_ops);
create unique index "reconciliation_info_taskid_key" on "reconciliation_info" ("tenant_id", "taskid") where is_deleted = 0;
create unique index "reconciliation_info_account_no_recon_date_key" on "reconciliation_info" ("tenant_id", rounds_folded("account_no", false), "recon_date") where is_deleted = 0;
create index "reconciliation_info_create_time_id" on "reconciliation_info" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "reconciliation_info_account_no_id" on "reconciliation_info" ("tenant_id", "account_no", "id") where is_deleted = 0;
create index "reconciliation_info_recon_date_create_time_id" on "reconciliation_info" ("tenant_id", "recon_date", "create_time", "id") where is_deleted = 0;
create index "reconciliation_info_recon_status_create_time_id" on "reconciliation_info" ("tenant_id", "recon_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"reconciliation_info"');
create or replace function "rounds_search_of_reconciliation_info"(records "reconciliation_info"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'reconciliationInfo', t.id, null,
    coalesce(left(t."taskid", 200), ''), null,
    rounds_key(t."taskid"), null, rounds_terms(t."taskid", null, rounds_readings(t."taskid")),
    array_remove(array[t.tenant_id || ':reconciliationInfo'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_reconciliation_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_reconciliation_info"(array(select a::"reconciliation_info" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."taskid", old."is_deleted") is not distinct from (new."taskid", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('reconciliationInfo') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_reconciliation_info"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "reconciliation_info" referencing new table as added for each statement execute function "rounds_search_reconciliation_info"();
create trigger keep_search after delete or update of "taskid", "is_deleted" on "reconciliation_info" for each row execute function "rounds_search_reconciliation_info"();

-- integralAccount: Points accounts of parties
create table "integral_account" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "account_no" varchar(32) collate "C",
  "holder_type" smallint,
  "holder_id" bigint,
  "holder_name" varchar(100) collate "C",
  "balance" bigint default 0 not null,
  "total_in" bigint default 0 not null,
  "total_out" bigint default 0 not null,
  "account_status" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "integral_account_pkey" primary key (tenant_id, id),
  constraint "integral_account_has_tenant" check (tenant_id <> ''),
  constraint "integral_account_total_in_not_negative" check (total_in >= 0),
  constraint "integral_account_total_out_not_negative" check (total_out >= 0)
);
create unique index "integral_account_account_no_key" on "integral_account" ("tenant_id", "account_no") where is_deleted = 0;
create unique index "integral_account_holder_type_holder_id_key" on "integral_account" ("tenant_id", "holder_type", "holder_id") where is_deleted = 0;
create index "integral_account_create_time_id" on "integral_account" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "integral_account_balance_id" on "integral_account" ("tenant_id", "balance", "id") where is_deleted = 0;
create index "integral_account_holder_id_create_time_id" on "integral_account" ("tenant_id", "holder_id", "create_time", "id") where is_deleted = 0;
create index "integral_account_holder_type_create_time_id" on "integral_account" ("tenant_id", "holder_type", "create_time", "id") where is_deleted = 0;
create index "integral_account_account_status_create_time_id" on "integral_account" ("tenant_id", "account_status", "create_time", "id") where is_deleted = 0;
create unique index "integral_account_one_issuer_key" on "integral_account" (tenant_id) where is_deleted = 0 and holder_type = 0;
select rounds_protect('"integral_account"');
create or replace function "rounds_pass_owner_integral_account_to_integral_detail"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "integral_detail" in share row exclusive mode;
  update "integral_detail" set "account_id" = "account_id" where tenant_id = new.tenant_id and "account_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_integral_detail" after update on "integral_account" for each row
  when (old."holder_id" is distinct from new."holder_id") execute function "rounds_pass_owner_integral_account_to_integral_detail"();
create or replace function "rounds_search_of_integral_account"(records "integral_account"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'integralAccount', t.id, null,
    coalesce(left(t."account_no", 200), ''), null,
    rounds_key(t."account_no"), null, rounds_terms(t."account_no", null, rounds_readings(t."account_no")),
    array_remove(array[t.tenant_id || ':integralAccount', 'company:' || t."holder_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_integral_account"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_integral_account"(array(select a::"integral_account" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."account_no", old."holder_id", old."is_deleted") is not distinct from (new."account_no", new."holder_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('integralAccount') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_integral_account"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "integral_account" referencing new table as added for each statement execute function "rounds_search_integral_account"();
create trigger keep_search after delete or update of "account_no", "holder_id", "is_deleted" on "integral_account" for each row execute function "rounds_search_integral_account"();

-- integralDetail: Points records
create table "integral_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "account_id" bigint,
  "holder_name" varchar(100) collate "C",
  "tx_no" varchar(32) collate "C",
  "change_type" smallint,
  "direction" smallint,
  "points" bigint,
  "balance_after" bigint,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(32) collate "C",
  "counterpart_type" smallint,
  "counterpart_id" varchar(19) collate "C",
  "counterpart_name" varchar(100) collate "C",
  "owner_company_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "integral_detail_pkey" primary key (tenant_id, id),
  constraint "integral_detail_has_tenant" check (tenant_id <> ''),
  constraint "integral_detail_points_not_negative" check (points >= 0)
);
create index "integral_detail_tx_no_trgm" on "integral_detail" using gin ("tx_no" gin_trgm_ops);
create index "integral_detail_holder_name_grams" on "integral_detail" using gin (rounds_grams(tenant_id, "holder_name"));
create unique index "integral_detail_tx_no_direction_key" on "integral_detail" ("tenant_id", "tx_no", "direction") where is_deleted = 0;
create index "integral_detail_create_time_id" on "integral_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "integral_detail_tx_no_id" on "integral_detail" ("tenant_id", "tx_no", "id") where is_deleted = 0;
create index "integral_detail_account_id_create_time_id" on "integral_detail" ("tenant_id", "account_id", "create_time", "id") where is_deleted = 0;
create index "integral_detail_change_type_create_time_id" on "integral_detail" ("tenant_id", "change_type", "create_time", "id") where is_deleted = 0;
create index "integral_detail_direction_create_time_id" on "integral_detail" ("tenant_id", "direction", "create_time", "id") where is_deleted = 0;
create index "integral_detail_owner_company_id_create_time_id" on "integral_detail" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"integral_detail"');
create or replace function "rounds_take_owner_integral_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."holder_id" into new."owner_company_id"
    from "integral_account" p where p.tenant_id = new.tenant_id and p.id = new."account_id";
  return new;
end $$;
create trigger take_owner before insert or update of "account_id", "owner_company_id"
  on "integral_detail" for each row execute function "rounds_take_owner_integral_detail"();

-- integralRule: Exchange rules
create table "integral_rule" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "rule_name" varchar(100) collate "C" not null,
  "points_per_yuan" integer default 10 not null,
  "entrusted_company_id" bigint,
  "entrusted_company_name" varchar(100) collate "C",
  "valid_months" integer,
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
  constraint "integral_rule_pkey" primary key (tenant_id, id),
  constraint "integral_rule_has_tenant" check (tenant_id <> ''),
  constraint "integral_rule_effective_to_not_before" check ("effective_to" >= "effective_from")
);
create index "integral_rule_rule_name_grams" on "integral_rule" using gin (rounds_grams(tenant_id, "rule_name"));
create index "integral_rule_create_time_id" on "integral_rule" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "integral_rule_entrusted_company_id_create_time_id" on "integral_rule" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "integral_rule_enable_status_create_time_id" on "integral_rule" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"integral_rule"');
create or replace function "rounds_search_of_integral_rule"(records "integral_rule"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'integralRule', t.id, null,
    coalesce(left(t."rule_name", 200), ''), null,
    null, rounds_key(t."rule_name"), rounds_terms(t."rule_name", null, n.readings),
    array_remove(array[t.tenant_id || ':integralRule'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."rule_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."rule_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_integral_rule"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_integral_rule"(array(select a::"integral_rule" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."rule_name", old."is_deleted") is not distinct from (new."rule_name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('integralRule') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_integral_rule"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "integral_rule" referencing new table as added for each statement execute function "rounds_search_integral_rule"();
create trigger keep_search after delete or update of "rule_name", "is_deleted" on "integral_rule" for each row execute function "rounds_search_integral_rule"();

-- integralIssue: Issues of points
create table "integral_issue" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "points" bigint not null,
  "reason" varchar(500) collate "C" not null,
  "issue_status" smallint default 0 not null,
  "review_user_name" varchar(50) collate "C",
  "review_time" timestamptz,
  "review_remark" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "integral_issue_pkey" primary key (tenant_id, id),
  constraint "integral_issue_has_tenant" check (tenant_id <> ''),
  constraint "integral_issue_points_not_negative" check (points >= 0)
);
create index "integral_issue_code_trgm" on "integral_issue" using gin ("code" gin_trgm_ops);
create unique index "integral_issue_code_key" on "integral_issue" ("tenant_id", "code") where is_deleted = 0;
create index "integral_issue_create_time_id" on "integral_issue" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "integral_issue_issue_status_create_time_id" on "integral_issue" ("tenant_id", "issue_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"integral_issue"');
create or replace function "rounds_search_of_integral_issue"(records "integral_issue"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'integralIssue', t.id, null,
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':integralIssue'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_integral_issue"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_integral_issue"(array(select a::"integral_issue" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."is_deleted") is not distinct from (new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('integralIssue') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_integral_issue"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "integral_issue" referencing new table as added for each statement execute function "rounds_search_integral_issue"();
create trigger keep_search after delete or update of "code", "is_deleted" on "integral_issue" for each row execute function "rounds_search_integral_issue"();
create or replace function "rounds_makers_integralIssue"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['points', 'reason']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'integralIssue' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "integral_issue" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'integralIssue' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "integral_issue" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'integralIssue' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['points', 'reason']::text[]))
  union select t.tenant_id, 'integralIssue' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "integral_issue" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'integralIssue' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'integralIssue' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_integralIssue"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_integral_issue_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_integralIssue"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "integral_issue" referencing new table as added for each statement execute function "rounds_made_integral_issue_added"();
create or replace function "rounds_made_integral_issue"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_integralIssue"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "integral_issue" for each row execute function "rounds_made_integral_issue"();

-- ledgerCheck: Ledger checks
create table "ledger_check" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "origin" smallint default 1 not null,
  "started_by" varchar(50) collate "C",
  "start_time" timestamptz,
  "spend_time" integer,
  "statement_count" integer,
  "broken_count" integer,
  "violation_count" integer,
  "check_status" smallint default 0 not null,
  "results" jsonb,
  "last_error" varchar(500) collate "C",
  "resolve_remark" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "ledger_check_pkey" primary key (tenant_id, id),
  constraint "ledger_check_has_tenant" check (tenant_id <> '')
);
create index "ledger_check_code_trgm" on "ledger_check" using gin ("code" gin_trgm_ops);
create unique index "ledger_check_code_key" on "ledger_check" ("tenant_id", "code") where is_deleted = 0;
create index "ledger_check_create_time_id" on "ledger_check" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "ledger_check_check_status_create_time_id" on "ledger_check" ("tenant_id", "check_status", "create_time", "id") where is_deleted = 0;
create index "ledger_check_origin_create_time_id" on "ledger_check" ("tenant_id", "origin", "create_time", "id") where is_deleted = 0;
create index "ledger_check_start_time_create_time_id" on "ledger_check" ("tenant_id", "start_time", "create_time", "id") where is_deleted = 0;
select rounds_protect('"ledger_check"');
create or replace function "rounds_search_of_ledger_check"(records "ledger_check"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'ledgerCheck', t.id, null,
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':ledgerCheck'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_ledger_check"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_ledger_check"(array(select a::"ledger_check" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."is_deleted") is not distinct from (new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('ledgerCheck') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_ledger_check"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "ledger_check" referencing new table as added for each statement execute function "rounds_search_ledger_check"();
create trigger keep_search after delete or update of "code", "is_deleted" on "ledger_check" for each row execute function "rounds_search_ledger_check"();

-- entrustedInvoice: Company invoices
create table "entrusted_invoice" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C" not null,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "seller_id" bigint,
  "seller_name" varchar(100) collate "C",
  "invoice_type" smallint default 4 not null,
  "invoice_title" varchar(100) collate "C" not null,
  "tax_no" varchar(32) collate "C" not null,
  "address_phone" varchar(255) collate "C",
  "bank_account_info" text collate "C",
  "amount_ex_tax" numeric(18,2) default '0.00' not null,
  "tax_amount" numeric(18,2) default '0.00' not null,
  "invoice_amount" numeric(18,2) default '0.00' not null,
  "invoice_status" smallint default 0 not null,
  "files_ex_tax" numeric(18,2) default '0.00' not null,
  "files_tax" numeric(18,2) default '0.00' not null,
  "files_amount" numeric(18,2) default '0.00' not null,
  "apply_time" timestamptz,
  "invoice_time" timestamptz,
  "check_status" smallint default 0 not null,
  "express_no" varchar(40) collate "C",
  "email" varchar(100) collate "C",
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "red_flag" smallint default 0 not null,
  "remark" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_invoice_pkey" primary key (tenant_id, id),
  constraint "entrusted_invoice_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_invoice_bank_account_info_sealed" check ("bank_account_info" like '~%~%' and octet_length("bank_account_info") > 41),
  constraint "entrusted_invoice_amount_ex_tax_not_negative" check (amount_ex_tax >= 0),
  constraint "entrusted_invoice_tax_amount_not_negative" check (tax_amount >= 0),
  constraint "entrusted_invoice_invoice_amount_not_negative" check (invoice_amount >= 0),
  constraint "entrusted_invoice_files_ex_tax_not_negative" check (files_ex_tax >= 0),
  constraint "entrusted_invoice_files_tax_not_negative" check (files_tax >= 0),
  constraint "entrusted_invoice_files_amount_not_negative" check (files_amount >= 0),
  constraint "entrusted_invoice_amount_adds_up" check (invoice_amount = amount_ex_tax + tax_amount)
);
create index "entrusted_invoice_code_trgm" on "entrusted_invoice" using gin ("code" gin_trgm_ops);
create unique index "entrusted_invoice_code_key" on "entrusted_invoice" ("tenant_id", "code") where is_deleted = 0;
create index "entrusted_invoice_create_time_id" on "entrusted_invoice" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_invoice_amount_id" on "entrusted_invoice" ("tenant_id", "invoice_amount", "id") where is_deleted = 0;
create index "entrusted_invoice_invoice_status_create_time_id" on "entrusted_invoice" ("tenant_id", "invoice_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_entrusted_company_id_create_time_id" on "entrusted_invoice" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_check_status_create_time_id" on "entrusted_invoice" ("tenant_id", "check_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_seller_id_create_time_id" on "entrusted_invoice" ("tenant_id", "seller_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_settlement_order_id_create_time_id" on "entrusted_invoice" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create unique index "entrusted_invoice_live_key" on "entrusted_invoice" (tenant_id, settlement_order_id) where is_deleted = 0 and invoice_status <> 9;
select rounds_protect('"entrusted_invoice"');
create or replace function "rounds_pass_owner_entrusted_invoice_to_entrusted_inv_4ul05x"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "entrusted_invoice_detail" in share row exclusive mode;
  update "entrusted_invoice_detail" set "entrusted_invoice_id" = "entrusted_invoice_id" where tenant_id = new.tenant_id and "entrusted_invoice_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_entrusted_invoice_detail" after update on "entrusted_invoice" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."seller_id" is distinct from new."seller_id") execute function "rounds_pass_owner_entrusted_invoice_to_entrusted_inv_4ul05x"();
create or replace function "rounds_search_of_entrusted_invoice"(records "entrusted_invoice"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedInvoice', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':entrustedInvoice', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."seller_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_invoice"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_invoice"(array(select a::"entrusted_invoice" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."seller_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."seller_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedInvoice') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_invoice"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_invoice" referencing new table as added for each statement execute function "rounds_search_entrusted_invoice"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "seller_id", "is_deleted" on "entrusted_invoice" for each row execute function "rounds_search_entrusted_invoice"();
create or replace function "rounds_makers_entrustedInvoice"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.issue', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['invoiceType', 'invoiceTitle', 'taxNo', 'addressPhone', 'bankAccountInfo', 'expressNo', 'email', 'remark']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'entrustedInvoice' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "entrusted_invoice" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'entrustedInvoice' as resource, h.operator_id as user_id, t.id as record_id, 'took.issue' as how from (select * from "entrusted_invoice" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'entrustedInvoice' and h.action = 'issue' and h.is_deleted = 0
  union select t.tenant_id, 'entrustedInvoice' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_invoice" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'entrustedInvoice' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['invoiceType', 'invoiceTitle', 'taxNo', 'addressPhone', 'bankAccountInfo', 'expressNo', 'email', 'remark']::text[]))
  union select t.tenant_id, 'entrustedInvoice' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_invoice" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'entrustedInvoice' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'entrustedInvoice' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_entrustedInvoice"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_entrusted_invoice_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_entrustedInvoice"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "entrusted_invoice" referencing new table as added for each statement execute function "rounds_made_entrusted_invoice_added"();
create or replace function "rounds_made_entrusted_invoice"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_entrustedInvoice"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "entrusted_invoice" for each row execute function "rounds_made_entrusted_invoice"();

-- entrustedInvoiceItem: Invoice items
create table "entrusted_invoice_item" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_invoice_id" bigint,
  "entrusted_invoice_code" varchar(32) collate "C",
  "entrusted_invoice_point_id" bigint,
  "entrusted_invoice_point_code" varchar(32) collate "C",
  "point_flag" smallint default 0 not null,
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "seller_id" bigint,
  "seller_name" varchar(100) collate "C",
  "item_name" varchar(100) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "quantity" numeric(8,6) default '1.000000' not null,
  "amount_ex_tax" numeric(18,2) default '0.00' not null,
  "tax_rate" numeric(8,6) default '0.000000' not null,
  "tax_amount" numeric(18,2) default '0.00' not null,
  "amount" numeric(18,2) default '0.00' not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_invoice_item_pkey" primary key (tenant_id, id),
  constraint "entrusted_invoice_item_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_invoice_item_amount_ex_tax_not_negative" check (amount_ex_tax >= 0),
  constraint "entrusted_invoice_item_tax_amount_not_negative" check (tax_amount >= 0),
  constraint "entrusted_invoice_item_amount_not_negative" check (amount >= 0),
  constraint "entrusted_invoice_item_amount_adds_up" check (amount = amount_ex_tax + tax_amount)
);
create index "entrusted_invoice_item_item_name_grams" on "entrusted_invoice_item" using gin (rounds_grams(tenant_id, "item_name"));
create index "entrusted_invoice_item_create_time_id" on "entrusted_invoice_item" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_item_entrusted_invoice_id_create_time_id" on "entrusted_invoice_item" ("tenant_id", "entrusted_invoice_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_item_entrusted_company_id_create_time_id" on "entrusted_invoice_item" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_item_seller_id_create_time_id" on "entrusted_invoice_item" ("tenant_id", "seller_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_item_entrusted_invoice_point_id_cr_1k9knzn" on "entrusted_invoice_item" ("tenant_id", "entrusted_invoice_point_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"entrusted_invoice_item"');
create or replace function "rounds_search_of_entrusted_invoice_item"(records "entrusted_invoice_item"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedInvoiceItem', t.id, null,
    coalesce(left(t."item_name", 200), ''), null,
    null, rounds_key(t."item_name"), rounds_terms(t."item_name", null, n.readings),
    array_remove(array[t.tenant_id || ':entrustedInvoiceItem', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."seller_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."item_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."item_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_invoice_item"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_invoice_item"(array(select a::"entrusted_invoice_item" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."item_name", old."entrusted_company_id", old."seller_id", old."is_deleted") is not distinct from (new."item_name", new."entrusted_company_id", new."seller_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedInvoiceItem') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_invoice_item"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_invoice_item" referencing new table as added for each statement execute function "rounds_search_entrusted_invoice_item"();
create trigger keep_search after delete or update of "item_name", "entrusted_company_id", "seller_id", "is_deleted" on "entrusted_invoice_item" for each row execute function "rounds_search_entrusted_invoice_item"();

-- entrustedInvoiceDetail: Invoice files
create table "entrusted_invoice_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_invoice_id" bigint not null,
  "entrusted_invoice_code" varchar(32) collate "C",
  "invoice_code" varchar(20) collate "C",
  "invoice_no" varchar(20) collate "C" not null,
  "invoice_date" date not null,
  "check_code" varchar(20) collate "C",
  "amount_ex_tax" numeric(18,2) not null,
  "tax_amount" numeric(18,2) not null,
  "amount" numeric(18,2) not null,
  "file_url" varchar(500) collate "C",
  "check_status" smallint default 0 not null,
  "check_time" timestamptz,
  "check_msg" varchar(255) collate "C",
  "owner_company_id" bigint,
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_invoice_detail_pkey" primary key (tenant_id, id),
  constraint "entrusted_invoice_detail_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_invoice_detail_amount_ex_tax_not_negative" check (amount_ex_tax >= 0),
  constraint "entrusted_invoice_detail_tax_amount_not_negative" check (tax_amount >= 0),
  constraint "entrusted_invoice_detail_amount_not_negative" check (amount >= 0),
  constraint "entrusted_invoice_detail_amount_adds_up" check (amount = amount_ex_tax + tax_amount)
);
create index "entrusted_invoice_detail_invoice_no_trgm" on "entrusted_invoice_detail" using gin ("invoice_no" gin_trgm_ops);
create unique index "entrusted_invoice_detail_invoice_code_invoice_no_key" on "entrusted_invoice_detail" ("tenant_id", rounds_folded("invoice_code", false), rounds_folded("invoice_no", false)) where is_deleted = 0;
create index "entrusted_invoice_detail_create_time_id" on "entrusted_invoice_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_invoice_no_id" on "entrusted_invoice_detail" ("tenant_id", "invoice_no", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_check_status_create_time_id" on "entrusted_invoice_detail" ("tenant_id", "check_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_entrusted_invoice_id_create_time_id" on "entrusted_invoice_detail" ("tenant_id", "entrusted_invoice_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_owner_company_id_create_time_id" on "entrusted_invoice_detail" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_owner_fiscal_tax_id_create_time_id" on "entrusted_invoice_detail" ("tenant_id", "owner_fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create unique index "entrusted_invoice_detail_number_key" on "entrusted_invoice_detail" (tenant_id, rounds_folded(coalesce(invoice_code, ''), false), rounds_folded(invoice_no, false)) where is_deleted = 0;
select rounds_protect('"entrusted_invoice_detail"');
create or replace function "rounds_take_owner_entrusted_invoice_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."seller_id" into new."owner_company_id", new."owner_fiscal_tax_id"
    from "entrusted_invoice" p where p.tenant_id = new.tenant_id and p.id = new."entrusted_invoice_id";
  return new;
end $$;
create trigger take_owner before insert or update of "entrusted_invoice_id", "owner_company_id", "owner_fiscal_tax_id"
  on "entrusted_invoice_detail" for each row execute function "rounds_take_owner_entrusted_invoice_detail"();

-- entrustedInvoicePoint: Points invoices
create table "entrusted_invoice_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C" not null,
  "settlement_order_id" bigint,
  "settlement_order_code" varchar(32) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "seller_id" bigint,
  "seller_name" varchar(100) collate "C",
  "invoice_type" smallint default 4 not null,
  "invoice_title" varchar(100) collate "C" not null,
  "tax_no" varchar(32) collate "C" not null,
  "address_phone" varchar(255) collate "C",
  "bank_account_info" text collate "C",
  "amount_ex_tax" numeric(18,2) default '0.00' not null,
  "tax_amount" numeric(18,2) default '0.00' not null,
  "invoice_amount" numeric(18,2) default '0.00' not null,
  "invoice_status" smallint default 0 not null,
  "files_ex_tax" numeric(18,2) default '0.00' not null,
  "files_tax" numeric(18,2) default '0.00' not null,
  "files_amount" numeric(18,2) default '0.00' not null,
  "apply_time" timestamptz,
  "invoice_time" timestamptz,
  "check_status" smallint default 0 not null,
  "express_no" varchar(40) collate "C",
  "email" varchar(100) collate "C",
  "approval_status" smallint default 0 not null,
  "approval_officer" varchar(50) collate "C",
  "approval_date" timestamptz,
  "approval_remark" varchar(500) collate "C",
  "red_flag" smallint default 0 not null,
  "remark" varchar(500) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_invoice_point_pkey" primary key (tenant_id, id),
  constraint "entrusted_invoice_point_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_invoice_point_bank_account_info_sealed" check ("bank_account_info" like '~%~%' and octet_length("bank_account_info") > 41),
  constraint "entrusted_invoice_point_amount_ex_tax_not_negative" check (amount_ex_tax >= 0),
  constraint "entrusted_invoice_point_tax_amount_not_negative" check (tax_amount >= 0),
  constraint "entrusted_invoice_point_invoice_amount_not_negative" check (invoice_amount >= 0),
  constraint "entrusted_invoice_point_files_ex_tax_not_negative" check (files_ex_tax >= 0),
  constraint "entrusted_invoice_point_files_tax_not_negative" check (files_tax >= 0),
  constraint "entrusted_invoice_point_files_amount_not_negative" check (files_amount >= 0),
  constraint "entrusted_invoice_point_amount_adds_up" check (invoice_amount = amount_ex_tax + tax_amount)
);
create index "entrusted_invoice_point_code_trgm" on "entrusted_invoice_point" using gin ("code" gin_trgm_ops);
create unique index "entrusted_invoice_point_code_key" on "entrusted_invoice_point" ("tenant_id", "code") where is_deleted = 0;
create index "entrusted_invoice_point_create_time_id" on "entrusted_invoice_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_point_invoice_amount_id" on "entrusted_invoice_point" ("tenant_id", "invoice_amount", "id") where is_deleted = 0;
create index "entrusted_invoice_point_invoice_status_create_time_id" on "entrusted_invoice_point" ("tenant_id", "invoice_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_point_entrusted_company_id_create_time_id" on "entrusted_invoice_point" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_point_check_status_create_time_id" on "entrusted_invoice_point" ("tenant_id", "check_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_point_seller_id_create_time_id" on "entrusted_invoice_point" ("tenant_id", "seller_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_point_settlement_order_id_create_time_id" on "entrusted_invoice_point" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
create unique index "entrusted_invoice_point_live_key" on "entrusted_invoice_point" (tenant_id, settlement_order_id) where is_deleted = 0 and invoice_status <> 9;
select rounds_protect('"entrusted_invoice_point"');
create or replace function "rounds_pass_owner_entrusted_invoice_point_to_entrust_146cv1z"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "entrusted_invoice_detail_point" in share row exclusive mode;
  update "entrusted_invoice_detail_point" set "entrusted_invoice_id" = "entrusted_invoice_id" where tenant_id = new.tenant_id and "entrusted_invoice_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_entrusted_invoice_detail_point" after update on "entrusted_invoice_point" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."seller_id" is distinct from new."seller_id") execute function "rounds_pass_owner_entrusted_invoice_point_to_entrust_146cv1z"();
create or replace function "rounds_search_of_entrusted_invoice_point"(records "entrusted_invoice_point"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'entrustedInvoicePoint', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':entrustedInvoicePoint', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."seller_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_entrusted_invoice_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_entrusted_invoice_point"(array(select a::"entrusted_invoice_point" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."seller_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."seller_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('entrustedInvoicePoint') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_entrusted_invoice_point"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "entrusted_invoice_point" referencing new table as added for each statement execute function "rounds_search_entrusted_invoice_point"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "seller_id", "is_deleted" on "entrusted_invoice_point" for each row execute function "rounds_search_entrusted_invoice_point"();
create or replace function "rounds_makers_entrustedInvoicePoint"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.issue', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['invoiceType', 'invoiceTitle', 'taxNo', 'addressPhone', 'bankAccountInfo', 'expressNo', 'email', 'remark']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'entrustedInvoicePoint' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "entrusted_invoice_point" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'entrustedInvoicePoint' as resource, h.operator_id as user_id, t.id as record_id, 'took.issue' as how from (select * from "entrusted_invoice_point" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'entrustedInvoicePoint' and h.action = 'issue' and h.is_deleted = 0
  union select t.tenant_id, 'entrustedInvoicePoint' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_invoice_point" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'entrustedInvoicePoint' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['invoiceType', 'invoiceTitle', 'taxNo', 'addressPhone', 'bankAccountInfo', 'expressNo', 'email', 'remark']::text[]))
  union select t.tenant_id, 'entrustedInvoicePoint' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "entrusted_invoice_point" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'entrustedInvoicePoint' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'entrustedInvoicePoint' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_entrustedInvoicePoint"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_entrusted_invoice_point_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_entrustedInvoicePoint"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "entrusted_invoice_point" referencing new table as added for each statement execute function "rounds_made_entrusted_invoice_point_added"();
create or replace function "rounds_made_entrusted_invoice_point"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_entrustedInvoicePoint"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "entrusted_invoice_point" for each row execute function "rounds_made_entrusted_invoice_point"();

-- entrustedInvoiceDetailPoint: Points invoice files
create table "entrusted_invoice_detail_point" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "entrusted_invoice_id" bigint not null,
  "entrusted_invoice_code" varchar(32) collate "C",
  "invoice_code" varchar(20) collate "C",
  "invoice_no" varchar(20) collate "C" not null,
  "invoice_date" date not null,
  "check_code" varchar(20) collate "C",
  "amount_ex_tax" numeric(18,2) not null,
  "tax_amount" numeric(18,2) not null,
  "amount" numeric(18,2) not null,
  "file_url" varchar(500) collate "C",
  "check_status" smallint default 0 not null,
  "check_time" timestamptz,
  "check_msg" varchar(255) collate "C",
  "owner_company_id" bigint,
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "entrusted_invoice_detail_point_pkey" primary key (tenant_id, id),
  constraint "entrusted_invoice_detail_point_has_tenant" check (tenant_id <> ''),
  constraint "entrusted_invoice_detail_point_amount_ex_tax_not_negative" check (amount_ex_tax >= 0),
  constraint "entrusted_invoice_detail_point_tax_amount_not_negative" check (tax_amount >= 0),
  constraint "entrusted_invoice_detail_point_amount_not_negative" check (amount >= 0),
  constraint "entrusted_invoice_detail_point_amount_adds_up" check (amount = amount_ex_tax + tax_amount)
);
create index "entrusted_invoice_detail_point_invoice_no_trgm" on "entrusted_invoice_detail_point" using gin ("invoice_no" gin_trgm_ops);
create unique index "entrusted_invoice_detail_point_invoice_code_invoice_no_key" on "entrusted_invoice_detail_point" ("tenant_id", rounds_folded("invoice_code", false), rounds_folded("invoice_no", false)) where is_deleted = 0;
create index "entrusted_invoice_detail_point_create_time_id" on "entrusted_invoice_detail_point" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_point_invoice_no_id" on "entrusted_invoice_detail_point" ("tenant_id", "invoice_no", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_point_check_status_create_time_id" on "entrusted_invoice_detail_point" ("tenant_id", "check_status", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_point_entrusted_invoice_id__49esq9" on "entrusted_invoice_detail_point" ("tenant_id", "entrusted_invoice_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_point_owner_company_id_crea_1gi0k92" on "entrusted_invoice_detail_point" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "entrusted_invoice_detail_point_owner_fiscal_tax_id_c_ivuxof" on "entrusted_invoice_detail_point" ("tenant_id", "owner_fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create unique index "entrusted_invoice_detail_point_number_key" on "entrusted_invoice_detail_point" (tenant_id, rounds_folded(coalesce(invoice_code, ''), false), rounds_folded(invoice_no, false)) where is_deleted = 0;
select rounds_protect('"entrusted_invoice_detail_point"');
create or replace function "rounds_take_owner_entrusted_invoice_detail_point"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."seller_id" into new."owner_company_id", new."owner_fiscal_tax_id"
    from "entrusted_invoice_point" p where p.tenant_id = new.tenant_id and p.id = new."entrusted_invoice_id";
  return new;
end $$;
create trigger take_owner before insert or update of "entrusted_invoice_id", "owner_company_id", "owner_fiscal_tax_id"
  on "entrusted_invoice_detail_point" for each row execute function "rounds_take_owner_entrusted_invoice_detail_point"();

-- summaryInvoice: Summary invoices
create table "summary_invoice" (
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
  "doctor_count" integer default 0 not null,
  "amount_ex_tax" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "total_amount" numeric(18,2) default '0.00' not null,
  "invoice_no" varchar(20) collate "C",
  "invoice_date" date,
  "file_url" varchar(500) collate "C",
  "invoice_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "summary_invoice_pkey" primary key (tenant_id, id),
  constraint "summary_invoice_has_tenant" check (tenant_id <> ''),
  constraint "summary_invoice_amount_ex_tax_not_negative" check (amount_ex_tax >= 0),
  constraint "summary_invoice_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "summary_invoice_total_amount_not_negative" check (total_amount >= 0),
  constraint "summary_invoice_total_adds_up" check (total_amount = amount_ex_tax + vat_amount)
);
create index "summary_invoice_code_trgm" on "summary_invoice" using gin ("code" gin_trgm_ops);
create index "summary_invoice_invoice_no_trgm" on "summary_invoice" using gin ("invoice_no" gin_trgm_ops);
create unique index "summary_invoice_code_key" on "summary_invoice" ("tenant_id", "code") where is_deleted = 0;
create unique index "summary_invoice_settlement_order_id_key" on "summary_invoice" ("tenant_id", "settlement_order_id") where is_deleted = 0;
create index "summary_invoice_create_time_id" on "summary_invoice" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_total_amount_id" on "summary_invoice" ("tenant_id", "total_amount", "id") where is_deleted = 0;
create index "summary_invoice_invoice_status_create_time_id" on "summary_invoice" ("tenant_id", "invoice_status", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_entrusted_company_id_create_time_id" on "summary_invoice" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_tax_month_create_time_id" on "summary_invoice" ("tenant_id", "tax_month", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_invoice_no_id" on "summary_invoice" ("tenant_id", "invoice_no", "id") where is_deleted = 0;
create index "summary_invoice_fiscal_tax_id_create_time_id" on "summary_invoice" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_settlement_order_id_create_time_id" on "summary_invoice" ("tenant_id", "settlement_order_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"summary_invoice"');
create or replace function "rounds_pass_owner_summary_invoice_to_summary_invoice_detail"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "summary_invoice_detail" in share row exclusive mode;
  update "summary_invoice_detail" set "summary_invoice_id" = "summary_invoice_id" where tenant_id = new.tenant_id and "summary_invoice_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_summary_invoice_detail" after update on "summary_invoice" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."fiscal_tax_id" is distinct from new."fiscal_tax_id") execute function "rounds_pass_owner_summary_invoice_to_summary_invoice_detail"();
create or replace function "rounds_pass_owner_summary_invoice_to_summary_invoice_1cc9jd"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "summary_invoice_detail_doctor" in share row exclusive mode;
  update "summary_invoice_detail_doctor" set "summary_invoice_id" = "summary_invoice_id" where tenant_id = new.tenant_id and "summary_invoice_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_summary_invoice_detail_doctor" after update on "summary_invoice" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."fiscal_tax_id" is distinct from new."fiscal_tax_id") execute function "rounds_pass_owner_summary_invoice_to_summary_invoice_1cc9jd"();
create or replace function "rounds_search_of_summary_invoice"(records "summary_invoice"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'summaryInvoice', t.id, null,
    coalesce(left(t."code", 200), ''), t."entrusted_company_name",
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':summaryInvoice', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_summary_invoice"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_summary_invoice"(array(select a::"summary_invoice" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."entrusted_company_name", old."entrusted_company_id", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."entrusted_company_name", new."entrusted_company_id", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('summaryInvoice') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_summary_invoice"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "summary_invoice" referencing new table as added for each statement execute function "rounds_search_summary_invoice"();
create trigger keep_search after delete or update of "code", "entrusted_company_name", "entrusted_company_id", "fiscal_tax_id", "is_deleted" on "summary_invoice" for each row execute function "rounds_search_summary_invoice"();

-- summaryInvoiceDetail: Summary details
create table "summary_invoice_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "summary_invoice_id" bigint,
  "summary_invoice_code" varchar(32) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "doctor_count" integer default 0 not null,
  "amount_ex_tax" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "amount" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "summary_invoice_detail_pkey" primary key (tenant_id, id),
  constraint "summary_invoice_detail_has_tenant" check (tenant_id <> ''),
  constraint "summary_invoice_detail_amount_ex_tax_not_negative" check (amount_ex_tax >= 0),
  constraint "summary_invoice_detail_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "summary_invoice_detail_amount_not_negative" check (amount >= 0),
  constraint "summary_invoice_detail_amount_adds_up" check (amount = amount_ex_tax + vat_amount)
);
create index "summary_invoice_detail_tax_item_name_grams" on "summary_invoice_detail" using gin (rounds_grams(tenant_id, "tax_item_name"));
create index "summary_invoice_detail_create_time_id" on "summary_invoice_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_summary_invoice_id_create_time_id" on "summary_invoice_detail" ("tenant_id", "summary_invoice_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_tax_item_code_create_time_id" on "summary_invoice_detail" ("tenant_id", "tax_item_code", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_owner_company_id_create_time_id" on "summary_invoice_detail" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_owner_fiscal_tax_id_create_time_id" on "summary_invoice_detail" ("tenant_id", "owner_fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"summary_invoice_detail"');
create or replace function "rounds_take_owner_summary_invoice_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."fiscal_tax_id" into new."owner_company_id", new."owner_fiscal_tax_id"
    from "summary_invoice" p where p.tenant_id = new.tenant_id and p.id = new."summary_invoice_id";
  return new;
end $$;
create trigger take_owner before insert or update of "summary_invoice_id", "owner_company_id", "owner_fiscal_tax_id"
  on "summary_invoice_detail" for each row execute function "rounds_take_owner_summary_invoice_detail"();
create or replace function "rounds_search_of_summary_invoice_detail"(records "summary_invoice_detail"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'summaryInvoiceDetail', t.id, null,
    coalesce(left(t."tax_item_name", 200), ''), null,
    null, rounds_key(t."tax_item_name"), rounds_terms(t."tax_item_name", null, n.readings),
    array_remove(array[t.tenant_id || ':summaryInvoiceDetail', 'company:' || t."owner_company_id", 'fiscalTax:' || t."owner_fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."tax_item_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."tax_item_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_summary_invoice_detail"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_summary_invoice_detail"(array(select a::"summary_invoice_detail" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."tax_item_name", old."summary_invoice_id", old."owner_company_id", old."owner_fiscal_tax_id", old."is_deleted") is not distinct from (new."tax_item_name", new."summary_invoice_id", new."owner_company_id", new."owner_fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('summaryInvoiceDetail') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_summary_invoice_detail"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "summary_invoice_detail" referencing new table as added for each statement execute function "rounds_search_summary_invoice_detail"();
create trigger keep_search after delete or update of "tax_item_name", "summary_invoice_id", "owner_company_id", "owner_fiscal_tax_id", "is_deleted" on "summary_invoice_detail" for each row execute function "rounds_search_summary_invoice_detail"();

-- summaryInvoiceDetailDoctor: Doctors of a summary invoice
create table "summary_invoice_detail_doctor" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "summary_invoice_id" bigint,
  "summary_invoice_code" varchar(32) collate "C",
  "summary_invoice_detail_id" bigint,
  "tax_item_name" varchar(100) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "order_count" integer default 0 not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "amount" numeric(18,2) default '0.00' not null,
  "owner_company_id" bigint,
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "summary_invoice_detail_doctor_pkey" primary key (tenant_id, id),
  constraint "summary_invoice_detail_doctor_has_tenant" check (tenant_id <> ''),
  constraint "summary_invoice_detail_doctor_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "summary_invoice_detail_doctor_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "summary_invoice_detail_doctor_amount_not_negative" check (amount >= 0)
);
create index "summary_invoice_detail_doctor_hospital_name_grams" on "summary_invoice_detail_doctor" using gin (rounds_grams(tenant_id, "hospital_name"));
create index "summary_invoice_detail_doctor_create_time_id" on "summary_invoice_detail_doctor" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_doctor_doctor_id_create_time_id" on "summary_invoice_detail_doctor" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_doctor_summary_invoice_id_cre_s3xf3a" on "summary_invoice_detail_doctor" ("tenant_id", "summary_invoice_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_doctor_summary_invoice_detail_fd2lag" on "summary_invoice_detail_doctor" ("tenant_id", "summary_invoice_detail_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_doctor_owner_company_id_creat_mr3fk3" on "summary_invoice_detail_doctor" ("tenant_id", "owner_company_id", "create_time", "id") where is_deleted = 0;
create index "summary_invoice_detail_doctor_owner_fiscal_tax_id_cr_1j7weea" on "summary_invoice_detail_doctor" ("tenant_id", "owner_fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"summary_invoice_detail_doctor"');
create or replace function "rounds_take_owner_summary_invoice_detail_doctor"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."fiscal_tax_id" into new."owner_company_id", new."owner_fiscal_tax_id"
    from "summary_invoice" p where p.tenant_id = new.tenant_id and p.id = new."summary_invoice_id";
  return new;
end $$;
create trigger take_owner before insert or update of "summary_invoice_id", "owner_company_id", "owner_fiscal_tax_id"
  on "summary_invoice_detail_doctor" for each row execute function "rounds_take_owner_summary_invoice_detail_doctor"();

-- summaryTaxReturns: Tax returns
create table "summary_tax_returns" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "fiscal_tax_id" bigint not null,
  "fiscal_tax_name" varchar(100) collate "C",
  "tax_month" varchar(6) collate "C" not null,
  "doctor_count" integer default 0 not null,
  "line_count" integer default 0 not null,
  "gross_amount" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "tax_total" numeric(18,2) default '0.00' not null,
  "over_withheld" numeric(18,2) default '0.00' not null,
  "corrected_tax" numeric(18,2) default '0.00' not null,
  "returns_status" smallint default 0 not null,
  "tax_cert_status" smallint default 0 not null,
  "declare_no" varchar(64) collate "C",
  "declare_time" timestamptz,
  "declare_file" varchar(500) collate "C",
  "id_card_file" varchar(500) collate "C",
  "id_card_seal_file" varchar(500) collate "C",
  "id_card_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "summary_tax_returns_pkey" primary key (tenant_id, id),
  constraint "summary_tax_returns_has_tenant" check (tenant_id <> ''),
  constraint "summary_tax_returns_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "summary_tax_returns_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "summary_tax_returns_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "summary_tax_returns_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "summary_tax_returns_tax_total_not_negative" check (tax_total >= 0),
  constraint "summary_tax_returns_corrected_tax_not_negative" check (corrected_tax >= 0),
  constraint "summary_tax_returns_tax_adds_up" check (tax_total = vat_amount + surcharge_amount + iit_amount)
);
create index "summary_tax_returns_code_trgm" on "summary_tax_returns" using gin ("code" gin_trgm_ops);
create unique index "summary_tax_returns_code_key" on "summary_tax_returns" ("tenant_id", "code") where is_deleted = 0;
create unique index "summary_tax_returns_fiscal_tax_id_tax_month_key" on "summary_tax_returns" ("tenant_id", "fiscal_tax_id", rounds_folded("tax_month", false)) where is_deleted = 0;
create index "summary_tax_returns_create_time_id" on "summary_tax_returns" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_returns_tax_month_id" on "summary_tax_returns" ("tenant_id", "tax_month", "id") where is_deleted = 0;
create index "summary_tax_returns_fiscal_tax_id_create_time_id" on "summary_tax_returns" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_returns_returns_status_create_time_id" on "summary_tax_returns" ("tenant_id", "returns_status", "create_time", "id") where is_deleted = 0;
create index "summary_tax_returns_tax_cert_status_create_time_id" on "summary_tax_returns" ("tenant_id", "tax_cert_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"summary_tax_returns"');
create or replace function "rounds_pass_owner_summary_tax_returns_to_summary_tax_l3dqmt"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "summary_tax_returns_detail" in share row exclusive mode;
  update "summary_tax_returns_detail" set "summary_tax_returns_id" = "summary_tax_returns_id" where tenant_id = new.tenant_id and "summary_tax_returns_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_summary_tax_returns_detail" after update on "summary_tax_returns" for each row
  when (old."fiscal_tax_id" is distinct from new."fiscal_tax_id") execute function "rounds_pass_owner_summary_tax_returns_to_summary_tax_l3dqmt"();
create or replace function "rounds_search_of_summary_tax_returns"(records "summary_tax_returns"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'summaryTaxReturns', t.id, null,
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':summaryTaxReturns', 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_summary_tax_returns"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_summary_tax_returns"(array(select a::"summary_tax_returns" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('summaryTaxReturns') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_summary_tax_returns"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "summary_tax_returns" referencing new table as added for each statement execute function "rounds_search_summary_tax_returns"();
create trigger keep_search after delete or update of "code", "fiscal_tax_id", "is_deleted" on "summary_tax_returns" for each row execute function "rounds_search_summary_tax_returns"();

-- summaryTaxReturnsDetail: Return details
create table "summary_tax_returns_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "summary_tax_returns_id" bigint,
  "summary_tax_returns_code" varchar(32) collate "C",
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "line_count" integer default 0 not null,
  "gross_amount" numeric(18,2) default '0.00' not null,
  "vat_amount" numeric(18,2) default '0.00' not null,
  "surcharge_amount" numeric(18,2) default '0.00' not null,
  "iit_amount" numeric(18,2) default '0.00' not null,
  "net_amount" numeric(18,2) default '0.00' not null,
  "platform_fee" numeric(18,2) default '0.00' not null,
  "taxable_income" numeric(18,2) default '0.00' not null,
  "tax_rate" numeric(8,6) default '0.000000' not null,
  "quick_deduction" numeric(18,2) default '0.00' not null,
  "over_withheld" numeric(18,2) default '0.00' not null,
  "id_card_front" varchar(500) collate "C",
  "id_card_back" varchar(500) collate "C",
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "summary_tax_returns_detail_pkey" primary key (tenant_id, id),
  constraint "summary_tax_returns_detail_has_tenant" check (tenant_id <> ''),
  constraint "summary_tax_returns_detail_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "summary_tax_returns_detail_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "summary_tax_returns_detail_vat_amount_not_negative" check (vat_amount >= 0),
  constraint "summary_tax_returns_detail_surcharge_amount_not_negative" check (surcharge_amount >= 0),
  constraint "summary_tax_returns_detail_iit_amount_not_negative" check (iit_amount >= 0),
  constraint "summary_tax_returns_detail_net_amount_not_negative" check (net_amount >= 0),
  constraint "summary_tax_returns_detail_platform_fee_not_negative" check (platform_fee >= 0),
  constraint "summary_tax_returns_detail_taxable_income_not_negative" check (taxable_income >= 0),
  constraint "summary_tax_returns_detail_quick_deduction_not_negative" check (quick_deduction >= 0),
  constraint "summary_tax_returns_detail_fee_adds_up" check (gross_amount = vat_amount + surcharge_amount + iit_amount + net_amount)
);
create index "summary_tax_returns_detail_create_time_id" on "summary_tax_returns_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_returns_detail_doctor_id_create_time_id" on "summary_tax_returns_detail" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_returns_detail_tax_item_code_create_time_id" on "summary_tax_returns_detail" ("tenant_id", "tax_item_code", "create_time", "id") where is_deleted = 0;
create index "summary_tax_returns_detail_summary_tax_returns_id_cr_xhl7q8" on "summary_tax_returns_detail" ("tenant_id", "summary_tax_returns_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_returns_detail_owner_fiscal_tax_id_creat_930h0q" on "summary_tax_returns_detail" ("tenant_id", "owner_fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"summary_tax_returns_detail"');
create or replace function "rounds_take_owner_summary_tax_returns_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."fiscal_tax_id" into new."owner_fiscal_tax_id"
    from "summary_tax_returns" p where p.tenant_id = new.tenant_id and p.id = new."summary_tax_returns_id";
  return new;
end $$;
create trigger take_owner before insert or update of "summary_tax_returns_id", "owner_fiscal_tax_id"
  on "summary_tax_returns_detail" for each row execute function "rounds_take_owner_summary_tax_returns_detail"();

-- summaryTaxCert: Tax certificates
create table "summary_tax_cert" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "summary_tax_returns_id" bigint,
  "summary_tax_returns_code" varchar(32) collate "C",
  "fiscal_tax_id" bigint,
  "fiscal_tax_name" varchar(100) collate "C",
  "tax_month" varchar(6) collate "C",
  "cert_type" smallint,
  "cert_no" varchar(64) collate "C",
  "cert_date" date,
  "amount" numeric(18,2) default '0.00' not null,
  "file_url" varchar(500) collate "C",
  "cert_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "summary_tax_cert_pkey" primary key (tenant_id, id),
  constraint "summary_tax_cert_has_tenant" check (tenant_id <> ''),
  constraint "summary_tax_cert_amount_not_negative" check (amount >= 0)
);
create index "summary_tax_cert_code_trgm" on "summary_tax_cert" using gin ("code" gin_trgm_ops);
create unique index "summary_tax_cert_code_key" on "summary_tax_cert" ("tenant_id", "code") where is_deleted = 0;
create unique index "summary_tax_cert_summary_tax_returns_id_cert_type_key" on "summary_tax_cert" ("tenant_id", "summary_tax_returns_id", "cert_type") where is_deleted = 0;
create index "summary_tax_cert_create_time_id" on "summary_tax_cert" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_fiscal_tax_id_create_time_id" on "summary_tax_cert" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_tax_month_create_time_id" on "summary_tax_cert" ("tenant_id", "tax_month", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_cert_type_create_time_id" on "summary_tax_cert" ("tenant_id", "cert_type", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_cert_status_create_time_id" on "summary_tax_cert" ("tenant_id", "cert_status", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_summary_tax_returns_id_create_time_id" on "summary_tax_cert" ("tenant_id", "summary_tax_returns_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"summary_tax_cert"');
create or replace function "rounds_pass_owner_summary_tax_cert_to_summary_tax_ce_h3qv2h"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "summary_tax_cert_detail" in share row exclusive mode;
  update "summary_tax_cert_detail" set "summary_tax_cert_id" = "summary_tax_cert_id" where tenant_id = new.tenant_id and "summary_tax_cert_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_summary_tax_cert_detail" after update on "summary_tax_cert" for each row
  when (old."fiscal_tax_id" is distinct from new."fiscal_tax_id") execute function "rounds_pass_owner_summary_tax_cert_to_summary_tax_ce_h3qv2h"();
create or replace function "rounds_search_of_summary_tax_cert"(records "summary_tax_cert"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'summaryTaxCert', t.id, null,
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':summaryTaxCert', 'fiscalTax:' || t."fiscal_tax_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_summary_tax_cert"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_summary_tax_cert"(array(select a::"summary_tax_cert" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."fiscal_tax_id", old."is_deleted") is not distinct from (new."code", new."fiscal_tax_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('summaryTaxCert') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_summary_tax_cert"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "summary_tax_cert" referencing new table as added for each statement execute function "rounds_search_summary_tax_cert"();
create trigger keep_search after delete or update of "code", "fiscal_tax_id", "is_deleted" on "summary_tax_cert" for each row execute function "rounds_search_summary_tax_cert"();

-- summaryTaxCertDetail: Certificate details
create table "summary_tax_cert_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "summary_tax_cert_id" bigint,
  "summary_tax_cert_code" varchar(32) collate "C",
  "cert_type" smallint,
  "doctor_id" bigint not null,
  "doctor_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "id_card_number" text collate "C",
  "hospital_name" varchar(100) collate "C",
  "department_name" varchar(50) collate "C",
  "entrusted_company_id" bigint not null,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "tax_item_code" varchar(16) collate "C",
  "tax_item_name" varchar(100) collate "C",
  "gross_amount" numeric(18,2) default '0.00' not null,
  "tax_amount" numeric(18,2) default '0.00' not null,
  "file_url" varchar(500) collate "C",
  "owner_fiscal_tax_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "summary_tax_cert_detail_pkey" primary key (tenant_id, id),
  constraint "summary_tax_cert_detail_has_tenant" check (tenant_id <> ''),
  constraint "summary_tax_cert_detail_id_card_number_sealed" check ("id_card_number" like '~%~%' and octet_length("id_card_number") > 41),
  constraint "summary_tax_cert_detail_gross_amount_not_negative" check (gross_amount >= 0),
  constraint "summary_tax_cert_detail_tax_amount_not_negative" check (tax_amount >= 0)
);
create index "summary_tax_cert_detail_create_time_id" on "summary_tax_cert_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_detail_summary_tax_cert_id_create_time_id" on "summary_tax_cert_detail" ("tenant_id", "summary_tax_cert_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_detail_cert_type_create_time_id" on "summary_tax_cert_detail" ("tenant_id", "cert_type", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_detail_doctor_id_create_time_id" on "summary_tax_cert_detail" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_detail_entrusted_company_id_create_time_id" on "summary_tax_cert_detail" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "summary_tax_cert_detail_owner_fiscal_tax_id_create_time_id" on "summary_tax_cert_detail" ("tenant_id", "owner_fiscal_tax_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"summary_tax_cert_detail"');
create or replace function "rounds_take_owner_summary_tax_cert_detail"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."fiscal_tax_id" into new."owner_fiscal_tax_id"
    from "summary_tax_cert" p where p.tenant_id = new.tenant_id and p.id = new."summary_tax_cert_id";
  return new;
end $$;
create trigger take_owner before insert or update of "summary_tax_cert_id", "owner_fiscal_tax_id"
  on "summary_tax_cert_detail" for each row execute function "rounds_take_owner_summary_tax_cert_detail"();

-- rule: Points rules
create table "rule" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "type" smallint not null,
  "type_name" varchar(50) collate "C" not null,
  "point_num" bigint not null,
  "daily_limit" integer,
  "status" smallint default 0,
  "update_user_name" varchar(50) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "rule_pkey" primary key (tenant_id, id),
  constraint "rule_has_tenant" check (tenant_id <> ''),
  constraint "rule_point_num_not_negative" check (point_num >= 0)
);
create index "rule_create_time_id" on "rule" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "rule_type_create_time_id" on "rule" ("tenant_id", "type", "create_time", "id") where is_deleted = 0;
create index "rule_status_create_time_id" on "rule" ("tenant_id", "status", "create_time", "id") where is_deleted = 0;
create unique index "rule_effective_type_key" on "rule" (tenant_id, "type") where is_deleted = 0 and "status" = 0;
select rounds_protect('"rule"');

-- pointInfo: Point items
create table "point_info" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "name" varchar(100) collate "C" not null,
  "type" smallint default 1,
  "point_num" bigint not null,
  "sync_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "point_info_pkey" primary key (tenant_id, id),
  constraint "point_info_has_tenant" check (tenant_id <> ''),
  constraint "point_info_point_num_not_negative" check (point_num >= 0)
);
create index "point_info_name_grams" on "point_info" using gin (rounds_grams(tenant_id, "name"));
create index "point_info_create_time_id" on "point_info" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "point_info_type_create_time_id" on "point_info" ("tenant_id", "type", "create_time", "id") where is_deleted = 0;
create index "point_info_sync_status_create_time_id" on "point_info" ("tenant_id", "sync_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"point_info"');
create or replace function "rounds_search_of_point_info"(records "point_info"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'pointInfo', t.id, null,
    coalesce(left(t."name", 200), ''), null,
    null, rounds_key(t."name"), rounds_terms(t."name", null, n.readings),
    array_remove(array[t.tenant_id || ':pointInfo'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_point_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_point_info"(array(select a::"point_info" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."is_deleted") is not distinct from (new."name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('pointInfo') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_point_info"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "point_info" referencing new table as added for each statement execute function "rounds_search_point_info"();
create trigger keep_search after delete or update of "name", "is_deleted" on "point_info" for each row execute function "rounds_search_point_info"();

-- pointsAccount: Points accounts
create table "points_account" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "user_name" varchar(50) collate "C",
  "phone" varchar(11) collate "C",
  "points" bigint default 0 not null,
  "frozen_points" bigint default 0 not null,
  "doctor_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "points_account_pkey" primary key (tenant_id, id),
  constraint "points_account_has_tenant" check (tenant_id <> ''),
  constraint "points_account_points_not_negative" check (points >= 0),
  constraint "points_account_frozen_points_not_negative" check (frozen_points >= 0)
);
create index "points_account_user_name_grams" on "points_account" using gin (rounds_grams(tenant_id, "user_name"));
create unique index "points_account_doctor_id_key" on "points_account" ("tenant_id", "doctor_id") where is_deleted = 0;
create index "points_account_create_time_id" on "points_account" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "points_account_points_id" on "points_account" ("tenant_id", "points", "id") where is_deleted = 0;
create index "points_account_phone_id" on "points_account" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "points_account_doctor_id_create_time_id" on "points_account" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"points_account"');
create or replace function "rounds_search_of_points_account"(records "points_account"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'pointsAccount', t.id, null,
    coalesce(left(t."user_name", 200), ''), null,
    null, rounds_key(t."user_name"), rounds_terms(t."user_name", null, n.readings),
    array_remove(array[t.tenant_id || ':pointsAccount'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."user_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."user_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_points_account"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_points_account"(array(select a::"points_account" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."user_name", old."is_deleted") is not distinct from (new."user_name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('pointsAccount') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_points_account"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "points_account" referencing new table as added for each statement execute function "rounds_search_points_account"();
create trigger keep_search after delete or update of "user_name", "is_deleted" on "points_account" for each row execute function "rounds_search_points_account"();

-- yuanbaoDetail: Points ledger
create table "yuanbao_detail" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "account_id" bigint,
  "user_name" varchar(50) collate "C",
  "doctor_id" bigint,
  "change_type" smallint,
  "direction" smallint,
  "points" bigint,
  "balance_after" bigint,
  "tx_no" varchar(32) collate "C",
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "yuanbao_detail_pkey" primary key (tenant_id, id),
  constraint "yuanbao_detail_has_tenant" check (tenant_id <> ''),
  constraint "yuanbao_detail_points_not_negative" check (points >= 0),
  constraint "yuanbao_detail_balance_after_not_negative" check (balance_after >= 0)
);
create index "yuanbao_detail_tx_no_trgm" on "yuanbao_detail" using gin ("tx_no" gin_trgm_ops);
create unique index "yuanbao_detail_tx_no_direction_key" on "yuanbao_detail" ("tenant_id", "tx_no", "direction") where is_deleted = 0;
create index "yuanbao_detail_create_time_id" on "yuanbao_detail" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "yuanbao_detail_account_id_create_time_id" on "yuanbao_detail" ("tenant_id", "account_id", "create_time", "id") where is_deleted = 0;
create index "yuanbao_detail_change_type_create_time_id" on "yuanbao_detail" ("tenant_id", "change_type", "create_time", "id") where is_deleted = 0;
create index "yuanbao_detail_direction_create_time_id" on "yuanbao_detail" ("tenant_id", "direction", "create_time", "id") where is_deleted = 0;
create index "yuanbao_detail_tx_no_id" on "yuanbao_detail" ("tenant_id", "tx_no", "id") where is_deleted = 0;
create index "yuanbao_detail_doctor_id_create_time_id" on "yuanbao_detail" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"yuanbao_detail"');

-- doctorAward: Points awards
create table "doctor_award" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "user_name" varchar(50) collate "C",
  "doctor_id" bigint,
  "type" smallint,
  "points" bigint,
  "award_status" smallint default 0 not null,
  "event_day" date,
  "nth" integer,
  "daily_limit" integer,
  "rule_id" bigint,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "given_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "doctor_award_pkey" primary key (tenant_id, id),
  constraint "doctor_award_has_tenant" check (tenant_id <> ''),
  constraint "doctor_award_points_not_negative" check (points >= 0)
);
create unique index "doctor_award_type_biz_type_biz_id_doctor_id_key" on "doctor_award" ("tenant_id", "type", "biz_type", "biz_id", "doctor_id") where is_deleted = 0;
create unique index "doctor_award_type_doctor_id_event_day_nth_key" on "doctor_award" ("tenant_id", "type", "doctor_id", "event_day", "nth") where is_deleted = 0;
create index "doctor_award_create_time_id" on "doctor_award" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "doctor_award_doctor_id_create_time_id" on "doctor_award" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "doctor_award_type_create_time_id" on "doctor_award" ("tenant_id", "type", "create_time", "id") where is_deleted = 0;
create index "doctor_award_award_status_create_time_id" on "doctor_award" ("tenant_id", "award_status", "create_time", "id") where is_deleted = 0;
create index "doctor_award_event_day_create_time_id" on "doctor_award" ("tenant_id", "event_day", "create_time", "id") where is_deleted = 0;
create index "doctor_award_rule_id_create_time_id" on "doctor_award" ("tenant_id", "rule_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"doctor_award"');

-- contentManagement: Content
create table "content_management" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "title" varchar(200) collate "C" not null,
  "content" text collate "C" not null,
  "cover" varchar(500) collate "C",
  "content_type" smallint default 1,
  "read_authority" smallint default 0,
  "reader_ids" bigint[],
  "is_comment" smallint default 1,
  "is_recommend" smallint default 0,
  "is_timed_publish" smallint default 0,
  "timed_publish_time" timestamptz,
  "interaction" smallint default 1,
  "author_id" bigint,
  "reader_names" varchar(500) collate "C",
  "author_name" varchar(50) collate "C",
  "view_count" integer default 0 not null,
  "like_count" integer default 0 not null,
  "comment_count" integer default 0 not null,
  "forward_count" integer default 0 not null,
  "publisher_id" bigint,
  "publisher_name" varchar(50) collate "C",
  "publish_time" timestamptz,
  "machine_result" smallint,
  "machine_hits" varchar(500) collate "C",
  "status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "content_management_pkey" primary key (tenant_id, id),
  constraint "content_management_has_tenant" check (tenant_id <> '')
);
create index "content_management_title_grams" on "content_management" using gin (rounds_grams(tenant_id, "title"));
create index "content_management_reader_ids_ids" on "content_management" using gin ("reader_ids");
create index "content_management_create_time_id" on "content_management" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "content_management_view_count_id" on "content_management" ("tenant_id", "view_count", "id") where is_deleted = 0;
create index "content_management_status_create_time_id" on "content_management" ("tenant_id", "status", "create_time", "id") where is_deleted = 0;
create index "content_management_publisher_id_create_time_id" on "content_management" ("tenant_id", "publisher_id", "create_time", "id") where is_deleted = 0;
create index "content_management_content_type_create_time_id" on "content_management" ("tenant_id", "content_type", "create_time", "id") where is_deleted = 0;
create index "content_management_timed_publish_time_create_time_id" on "content_management" ("tenant_id", "timed_publish_time", "create_time", "id") where is_deleted = 0;
select rounds_protect('"content_management"');
create or replace function "rounds_search_of_content_management"(records "content_management"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'contentManagement', t.id, null,
    coalesce(left(t."title", 200), ''), null,
    null, rounds_key(t."title"), rounds_terms(t."title", null, n.readings),
    array_remove(array[t.tenant_id || ':contentManagement'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_content_management"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_content_management"(array(select a::"content_management" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."is_deleted") is not distinct from (new."title", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('contentManagement') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_content_management"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "content_management" referencing new table as added for each statement execute function "rounds_search_content_management"();
create trigger keep_search after delete or update of "title", "is_deleted" on "content_management" for each row execute function "rounds_search_content_management"();
create or replace function "rounds_makers_contentManagement"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.publish', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['title', 'content', 'cover', 'contentType', 'readAuthority', 'readerIds', 'isComment', 'isRecommend', 'isTimedPublish', 'timedPublishTime', 'interaction', 'authorId']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'contentManagement' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "content_management" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'contentManagement' as resource, h.operator_id as user_id, t.id as record_id, 'took.publish' as how from (select * from "content_management" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'contentManagement' and h.action = 'publish' and h.is_deleted = 0
  union select t.tenant_id, 'contentManagement' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "content_management" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'contentManagement' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['title', 'content', 'cover', 'contentType', 'readAuthority', 'readerIds', 'isComment', 'isRecommend', 'isTimedPublish', 'timedPublishTime', 'interaction', 'authorId']::text[]))
  union select t.tenant_id, 'contentManagement' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "content_management" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'contentManagement' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'contentManagement' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_contentManagement"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_content_management_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_contentManagement"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "content_management" referencing new table as added for each statement execute function "rounds_made_content_management_added"();
create or replace function "rounds_made_content_management"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_contentManagement"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "content_management" for each row execute function "rounds_made_content_management"();

-- contentAudit: Content audits
create table "content_audit" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "content_id" bigint,
  "content_title" varchar(200) collate "C",
  "audit_status" smallint,
  "audit_remark" varchar(500) collate "C",
  "machine_result" smallint,
  "machine_detail" jsonb,
  "audit_user_name" varchar(50) collate "C",
  "audit_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "content_audit_pkey" primary key (tenant_id, id),
  constraint "content_audit_has_tenant" check (tenant_id <> '')
);
create index "content_audit_audit_user_name_grams" on "content_audit" using gin (rounds_grams(tenant_id, "audit_user_name"));
create index "content_audit_create_time_id" on "content_audit" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "content_audit_content_id_create_time_id" on "content_audit" ("tenant_id", "content_id", "create_time", "id") where is_deleted = 0;
create index "content_audit_audit_status_create_time_id" on "content_audit" ("tenant_id", "audit_status", "create_time", "id") where is_deleted = 0;
create index "content_audit_machine_result_create_time_id" on "content_audit" ("tenant_id", "machine_result", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"content_audit"');

-- commenManagement: Comments
create table "commen_management" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "content" varchar(1000) collate "C",
  "parent_id" bigint,
  "content_id" bigint,
  "content_title" varchar(200) collate "C",
  "like_num" integer default 0 not null,
  "comment_num" integer default 0 not null,
  "commenter_name" varchar(50) collate "C",
  "interaction" smallint default 1 not null,
  "status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "commen_management_pkey" primary key (tenant_id, id),
  constraint "commen_management_has_tenant" check (tenant_id <> '')
);
create index "commen_management_content_grams" on "commen_management" using gin (rounds_grams(tenant_id, "content"));
create index "commen_management_commenter_name_grams" on "commen_management" using gin (rounds_grams(tenant_id, "commenter_name"));
create index "commen_management_create_time_id" on "commen_management" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "commen_management_content_id_create_time_id" on "commen_management" ("tenant_id", "content_id", "create_time", "id") where is_deleted = 0;
create index "commen_management_status_create_time_id" on "commen_management" ("tenant_id", "status", "create_time", "id") where is_deleted = 0;
create index "commen_management_parent_id_create_time_id" on "commen_management" ("tenant_id", "parent_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"commen_management"');
create or replace function "rounds_search_of_commen_management"(records "commen_management"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'commenManagement', t.id, null,
    coalesce(left(t."content", 200), ''), null,
    null, rounds_key(t."content"), rounds_terms(t."content", null, n.readings),
    array_remove(array[t.tenant_id || ':commenManagement'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."content" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."content" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_commen_management"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_commen_management"(array(select a::"commen_management" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."content", old."is_deleted") is not distinct from (new."content", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('commenManagement') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_commen_management"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "commen_management" referencing new table as added for each statement execute function "rounds_search_commen_management"();
create trigger keep_search after delete or update of "content", "is_deleted" on "commen_management" for each row execute function "rounds_search_commen_management"();

-- contentEvent: Readers of content
create table "content_event" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "content_id" bigint,
  "content_title" varchar(200) collate "C",
  "doctor_id" bigint,
  "doctor_name" varchar(50) collate "C",
  "event_type" smallint,
  "comment_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "content_event_pkey" primary key (tenant_id, id),
  constraint "content_event_has_tenant" check (tenant_id <> '')
);
create index "content_event_create_time_id" on "content_event" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "content_event_content_id_create_time_id" on "content_event" ("tenant_id", "content_id", "create_time", "id") where is_deleted = 0;
create index "content_event_doctor_id_create_time_id" on "content_event" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "content_event_event_type_create_time_id" on "content_event" ("tenant_id", "event_type", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"content_event"');

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
create index "quick_reply_content_grams" on "quick_reply" using gin (rounds_grams(tenant_id, "content"));
create index "quick_reply_sort_id" on "quick_reply" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "quick_reply_create_time_id" on "quick_reply" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "quick_reply_module_code_sort_id" on "quick_reply" ("tenant_id", "module_code", "sort", "id") where is_deleted = 0;
create index "quick_reply_result_type_sort_id" on "quick_reply" ("tenant_id", "result_type", "sort", "id") where is_deleted = 0;
select rounds_protect('"quick_reply"');
create or replace function "rounds_search_of_quick_reply"(records "quick_reply"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'quickReply', t.id, null,
    coalesce(left(t."content", 200), ''), null,
    null, rounds_key(t."content"), rounds_terms(t."content", null, n.readings),
    array_remove(array[t.tenant_id || ':quickReply', 'company:*', 'fiscalTax:*', 'provider:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."content" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."content" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_quick_reply"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_quick_reply"(array(select a::"quick_reply" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."content", old."is_deleted") is not distinct from (new."content", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('quickReply') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_quick_reply"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "quick_reply" referencing new table as added for each statement execute function "rounds_search_quick_reply"();
create trigger keep_search after delete or update of "content", "is_deleted" on "quick_reply" for each row execute function "rounds_search_quick_reply"();

-- projectQuickReply: Project quick replies
create table "project_quick_reply" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "project_id" bigint not null,
  "project_name" varchar(200) collate "C",
  "module_code" varchar(64) collate "C" default 'public' not null,
  "quick_reply_id" bigint,
  "content" varchar(500) collate "C" not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "project_quick_reply_pkey" primary key (tenant_id, id),
  constraint "project_quick_reply_has_tenant" check (tenant_id <> '')
);
create index "project_quick_reply_content_grams" on "project_quick_reply" using gin (rounds_grams(tenant_id, "content"));
create index "project_quick_reply_create_time_id" on "project_quick_reply" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "project_quick_reply_project_id_create_time_id" on "project_quick_reply" ("tenant_id", "project_id", "create_time", "id") where is_deleted = 0;
create index "project_quick_reply_module_code_create_time_id" on "project_quick_reply" ("tenant_id", "module_code", "create_time", "id") where is_deleted = 0;
select rounds_protect('"project_quick_reply"');
create or replace function "rounds_search_of_project_quick_reply"(records "project_quick_reply"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'projectQuickReply', t.id, null,
    coalesce(left(t."content", 200), ''), null,
    null, rounds_key(t."content"), rounds_terms(t."content", null, n.readings),
    array_remove(array[t.tenant_id || ':projectQuickReply'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."content" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."content" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_project_quick_reply"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_project_quick_reply"(array(select a::"project_quick_reply" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."content", old."is_deleted") is not distinct from (new."content", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('projectQuickReply') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_project_quick_reply"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "project_quick_reply" referencing new table as added for each statement execute function "rounds_search_project_quick_reply"();
create trigger keep_search after delete or update of "content", "is_deleted" on "project_quick_reply" for each row execute function "rounds_search_project_quick_reply"();

-- feedback: Feedback
create table "feedback" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "title" varchar(200) collate "C" not null,
  "feedback_type" smallint default 1,
  "content" varchar(2000) collate "C" not null,
  "contact_phone" varchar(11) collate "C",
  "images" varchar(500) collate "C",
  "entrusted_company_id" bigint,
  "fiscal_tax_id" bigint,
  "provider_id" bigint,
  "submit_user_name" varchar(50) collate "C",
  "submit_time" timestamptz,
  "handle_status" smallint default 0 not null,
  "reply_content" varchar(1000) collate "C",
  "reply_user_name" varchar(50) collate "C",
  "reply_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "feedback_pkey" primary key (tenant_id, id),
  constraint "feedback_has_tenant" check (tenant_id <> '')
);
create index "feedback_title_grams" on "feedback" using gin (rounds_grams(tenant_id, "title"));
create index "feedback_create_time_id" on "feedback" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "feedback_handle_status_create_time_id" on "feedback" ("tenant_id", "handle_status", "create_time", "id") where is_deleted = 0;
create index "feedback_feedback_type_create_time_id" on "feedback" ("tenant_id", "feedback_type", "create_time", "id") where is_deleted = 0;
create index "feedback_entrusted_company_id_create_time_id" on "feedback" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "feedback_fiscal_tax_id_create_time_id" on "feedback" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "feedback_provider_id_create_time_id" on "feedback" ("tenant_id", "provider_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"feedback"');
create or replace function "rounds_pass_owner_feedback_to_feedback_image"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  lock table "feedback_image" in share row exclusive mode;
  update "feedback_image" set "feedback_id" = "feedback_id" where tenant_id = new.tenant_id and "feedback_id" = new.id;
  return null;
end $$;
create trigger "pass_owner_to_feedback_image" after update on "feedback" for each row
  when (old."entrusted_company_id" is distinct from new."entrusted_company_id" or old."fiscal_tax_id" is distinct from new."fiscal_tax_id" or old."provider_id" is distinct from new."provider_id") execute function "rounds_pass_owner_feedback_to_feedback_image"();
create or replace function "rounds_search_of_feedback"(records "feedback"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'feedback', t.id, null,
    coalesce(left(t."title", 200), ''), null,
    null, rounds_key(t."title"), rounds_terms(t."title", null, n.readings),
    array_remove(array[t.tenant_id || ':feedback', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'provider:' || t."provider_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_feedback"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_feedback"(array(select a::"feedback" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."entrusted_company_id", old."fiscal_tax_id", old."provider_id", old."is_deleted") is not distinct from (new."title", new."entrusted_company_id", new."fiscal_tax_id", new."provider_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('feedback') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_feedback"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "feedback" referencing new table as added for each statement execute function "rounds_search_feedback"();
create trigger keep_search after delete or update of "title", "entrusted_company_id", "fiscal_tax_id", "provider_id", "is_deleted" on "feedback" for each row execute function "rounds_search_feedback"();

-- feedbackImage: Feedback pictures
create table "feedback_image" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "feedback_id" bigint not null,
  "feedback_title" varchar(200) collate "C",
  "image_url" varchar(500) collate "C" not null,
  "sort" integer default 0 not null,
  "owner_company_id" bigint,
  "owner_fiscal_tax_id" bigint,
  "owner_provider_id" bigint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "feedback_image_pkey" primary key (tenant_id, id),
  constraint "feedback_image_has_tenant" check (tenant_id <> '')
);
create index "feedback_image_sort_id" on "feedback_image" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "feedback_image_create_time_id" on "feedback_image" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "feedback_image_feedback_id_sort_id" on "feedback_image" ("tenant_id", "feedback_id", "sort", "id") where is_deleted = 0;
create index "feedback_image_owner_company_id_sort_id" on "feedback_image" ("tenant_id", "owner_company_id", "sort", "id") where is_deleted = 0;
create index "feedback_image_owner_fiscal_tax_id_sort_id" on "feedback_image" ("tenant_id", "owner_fiscal_tax_id", "sort", "id") where is_deleted = 0;
create index "feedback_image_owner_provider_id_sort_id" on "feedback_image" ("tenant_id", "owner_provider_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"feedback_image"');
create or replace function "rounds_take_owner_feedback_image"() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$ begin
  select p."entrusted_company_id", p."fiscal_tax_id", p."provider_id" into new."owner_company_id", new."owner_fiscal_tax_id", new."owner_provider_id"
    from "feedback" p where p.tenant_id = new.tenant_id and p.id = new."feedback_id";
  return new;
end $$;
create trigger take_owner before insert or update of "feedback_id", "owner_company_id", "owner_fiscal_tax_id", "owner_provider_id"
  on "feedback_image" for each row execute function "rounds_take_owner_feedback_image"();

-- iconInfo: Icons
create table "icon_info" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "icon_name" varchar(50) collate "C" not null,
  "icon_url" varchar(500) collate "C",
  "link_type" smallint default 1,
  "link_url" varchar(500) collate "C",
  "sort" integer default 0 not null,
  "enable_status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "icon_info_pkey" primary key (tenant_id, id),
  constraint "icon_info_has_tenant" check (tenant_id <> '')
);
create index "icon_info_icon_name_grams" on "icon_info" using gin (rounds_grams(tenant_id, "icon_name"));
create index "icon_info_sort_id" on "icon_info" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "icon_info_create_time_id" on "icon_info" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "icon_info_link_type_sort_id" on "icon_info" ("tenant_id", "link_type", "sort", "id") where is_deleted = 0;
create index "icon_info_enable_status_sort_id" on "icon_info" ("tenant_id", "enable_status", "sort", "id") where is_deleted = 0;
select rounds_protect('"icon_info"');
create or replace function "rounds_search_of_icon_info"(records "icon_info"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'iconInfo', t.id, null,
    coalesce(left(t."icon_name", 200), ''), null,
    null, rounds_key(t."icon_name"), rounds_terms(t."icon_name", null, n.readings),
    array_remove(array[t.tenant_id || ':iconInfo'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."icon_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."icon_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_icon_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_icon_info"(array(select a::"icon_info" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."icon_name", old."is_deleted") is not distinct from (new."icon_name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('iconInfo') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_icon_info"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "icon_info" referencing new table as added for each statement execute function "rounds_search_icon_info"();
create trigger keep_search after delete or update of "icon_name", "is_deleted" on "icon_info" for each row execute function "rounds_search_icon_info"();

-- pageInfo: Pages
create table "page_info" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "page_name" varchar(50) collate "C" not null,
  "page_code" varchar(64) collate "C" not null,
  "page_type" smallint default 1,
  "title" varchar(100) collate "C",
  "config" jsonb,
  "enable_status" smallint default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "page_info_pkey" primary key (tenant_id, id),
  constraint "page_info_has_tenant" check (tenant_id <> '')
);
create index "page_info_page_name_grams" on "page_info" using gin (rounds_grams(tenant_id, "page_name"));
create index "page_info_page_code_trgm" on "page_info" using gin ("page_code" gin_trgm_ops);
create unique index "page_info_page_code_key" on "page_info" ("tenant_id", rounds_folded("page_code", false)) where is_deleted = 0;
create index "page_info_page_code_id" on "page_info" ("tenant_id", "page_code", "id") where is_deleted = 0;
create index "page_info_create_time_id" on "page_info" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "page_info_page_type_create_time_id" on "page_info" ("tenant_id", "page_type", "create_time", "id") where is_deleted = 0;
create index "page_info_enable_status_create_time_id" on "page_info" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"page_info"');
create or replace function "rounds_search_of_page_info"(records "page_info"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'pageInfo', t.id, null,
    coalesce(left(t."page_name", 200), ''), t."page_code",
    rounds_key(t."page_code"), rounds_key(t."page_name"), rounds_terms(t."page_name", t."page_code", n.readings),
    array_remove(array[t.tenant_id || ':pageInfo'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."page_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."page_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_page_info"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_page_info"(array(select a::"page_info" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."page_name", old."page_code", old."is_deleted") is not distinct from (new."page_name", new."page_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('pageInfo') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_page_info"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "page_info" referencing new table as added for each statement execute function "rounds_search_page_info"();
create trigger keep_search after delete or update of "page_name", "page_code", "is_deleted" on "page_info" for each row execute function "rounds_search_page_info"();

-- pageIconRel: Page icons
create table "page_icon_rel" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "page_id" bigint not null,
  "page_name" varchar(50) collate "C",
  "icon_id" bigint not null,
  "icon_name" varchar(50) collate "C",
  "sort" integer default 0 not null,
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "page_icon_rel_pkey" primary key (tenant_id, id),
  constraint "page_icon_rel_has_tenant" check (tenant_id <> '')
);
create unique index "page_icon_rel_page_id_icon_id_key" on "page_icon_rel" ("tenant_id", "page_id", "icon_id") where is_deleted = 0;
create index "page_icon_rel_sort_id" on "page_icon_rel" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "page_icon_rel_create_time_id" on "page_icon_rel" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "page_icon_rel_page_id_sort_id" on "page_icon_rel" ("tenant_id", "page_id", "sort", "id") where is_deleted = 0;
create index "page_icon_rel_icon_id_sort_id" on "page_icon_rel" ("tenant_id", "icon_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"page_icon_rel"');

-- shareQrCode: QR codes
create table "share_qr_code" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "title" varchar(100) collate "C" not null,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "qr_url" varchar(500) collate "C",
  "page_url" varchar(500) collate "C" not null,
  "scan_count" integer default 0 not null,
  "expire_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "share_qr_code_pkey" primary key (tenant_id, id),
  constraint "share_qr_code_has_tenant" check (tenant_id <> '')
);
create index "share_qr_code_title_grams" on "share_qr_code" using gin (rounds_grams(tenant_id, "title"));
create index "share_qr_code_create_time_id" on "share_qr_code" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "share_qr_code_biz_type_create_time_id" on "share_qr_code" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
select rounds_protect('"share_qr_code"');
create or replace function "rounds_search_of_share_qr_code"(records "share_qr_code"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'shareQrCode', t.id, null,
    coalesce(left(t."title", 200), ''), null,
    null, rounds_key(t."title"), rounds_terms(t."title", null, n.readings),
    array_remove(array[t.tenant_id || ':shareQrCode'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_share_qr_code"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_share_qr_code"(array(select a::"share_qr_code" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."is_deleted") is not distinct from (new."title", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('shareQrCode') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_share_qr_code"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "share_qr_code" referencing new table as added for each statement execute function "rounds_search_share_qr_code"();
create trigger keep_search after delete or update of "title", "is_deleted" on "share_qr_code" for each row execute function "rounds_search_share_qr_code"();

-- mpFollowUser: WeChat followers
create table "mp_follow_user" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "nick_name" varchar(50) collate "C",
  "head_img" varchar(500) collate "C",
  "open_id" varchar(64) collate "C",
  "union_id" varchar(64) collate "C",
  "subscribe_status" smallint default 1 not null,
  "subscribe_time" timestamptz,
  "doctor_id" bigint,
  "doctor_name" varchar(50) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "mp_follow_user_pkey" primary key (tenant_id, id),
  constraint "mp_follow_user_has_tenant" check (tenant_id <> '')
);
create index "mp_follow_user_nick_name_grams" on "mp_follow_user" using gin (rounds_grams(tenant_id, "nick_name"));
create unique index "mp_follow_user_open_id_key" on "mp_follow_user" ("tenant_id", "open_id") where is_deleted = 0;
create index "mp_follow_user_create_time_id" on "mp_follow_user" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "mp_follow_user_subscribe_status_create_time_id" on "mp_follow_user" ("tenant_id", "subscribe_status", "create_time", "id") where is_deleted = 0;
create index "mp_follow_user_doctor_id_create_time_id" on "mp_follow_user" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"mp_follow_user"');
create or replace function "rounds_search_of_mp_follow_user"(records "mp_follow_user"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'mpFollowUser', t.id, null,
    coalesce(left(t."nick_name", 200), ''), t."open_id",
    rounds_key(t."open_id"), rounds_key(t."nick_name"), rounds_terms(t."nick_name", t."open_id", n.readings),
    array_remove(array[t.tenant_id || ':mpFollowUser'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."nick_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."nick_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_mp_follow_user"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_mp_follow_user"(array(select a::"mp_follow_user" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."nick_name", old."open_id", old."is_deleted") is not distinct from (new."nick_name", new."open_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('mpFollowUser') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_mp_follow_user"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "mp_follow_user" referencing new table as added for each statement execute function "rounds_search_mp_follow_user"();
create trigger keep_search after delete or update of "nick_name", "open_id", "is_deleted" on "mp_follow_user" for each row execute function "rounds_search_mp_follow_user"();

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
  "operator_account" varchar(50) collate "C",
  "operator_role" varchar(100) collate "C",
  "requester_id" bigint,
  "requester_name" varchar(50) collate "C",
  "requester_account" varchar(50) collate "C",
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
  "requester_account" varchar(50) collate "C",
  "requester_from" varchar(400) collate "C",
  "request_status" smallint default 0 not null,
  "reviewer_id" bigint,
  "reviewer_name" varchar(50) collate "C",
  "reviewer_account" varchar(50) collate "C",
  "reviewer_from" varchar(400) collate "C",
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
create index "change_request_code_trgm" on "change_request" using gin ("code" gin_trgm_ops);
create index "change_request_create_time_id" on "change_request" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "change_request_code_id" on "change_request" ("tenant_id", "code", "id") where is_deleted = 0;
create index "change_request_biz_type_create_time_id" on "change_request" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
create index "change_request_biz_id_create_time_id" on "change_request" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
create index "change_request_requester_id_create_time_id" on "change_request" ("tenant_id", "requester_id", "create_time", "id") where is_deleted = 0;
create index "change_request_request_status_create_time_id" on "change_request" ("tenant_id", "request_status", "create_time", "id") where is_deleted = 0;
create index "change_request_entrusted_company_id_create_time_id" on "change_request" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "change_request_fiscal_tax_id_create_time_id" on "change_request" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "change_request_provider_id_create_time_id" on "change_request" ("tenant_id", "provider_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"change_request"');
create or replace function "rounds_search_of_change_request"(records "change_request"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'changeRequest', t.id, t."biz_type",
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':changeRequest', 'company:' || t."entrusted_company_id", 'fiscalTax:' || t."fiscal_tax_id", 'provider:' || t."provider_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_change_request"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_change_request"(array(select a::"change_request" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."biz_type", old."entrusted_company_id", old."fiscal_tax_id", old."provider_id", old."is_deleted") is not distinct from (new."code", new."biz_type", new."entrusted_company_id", new."fiscal_tax_id", new."provider_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('changeRequest') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_change_request"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "change_request" referencing new table as added for each statement execute function "rounds_search_change_request"();
create trigger keep_search after delete or update of "code", "biz_type", "entrusted_company_id", "fiscal_tax_id", "provider_id", "is_deleted" on "change_request" for each row execute function "rounds_search_change_request"();
create or replace function "rounds_makers_changeRequest"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array[]::text[]) then return; end if;
  if way = 'edited' and not fields && array[]::text[] then return; end if;
  with made as (
  select t.tenant_id, 'changeRequest' as resource, t."requester_id" as user_id, t.id as record_id, 'requesterId' as how from (select * from "change_request" where tenant_id = of_tenant and id = any(ids)) t where t."requester_id" is not null
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'changeRequest' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_changeRequest"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_change_request_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_changeRequest"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "change_request" referencing new table as added for each statement execute function "rounds_made_change_request_added"();
create or replace function "rounds_made_change_request"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."requester_id") is not distinct from (new."requester_id") then return null; end if;
  perform "rounds_makers_changeRequest"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "requester_id" on "change_request" for each row execute function "rounds_made_change_request"();

-- cancellationRecord: Cancellations
create table "cancellation_record" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "biz_type" varchar(32) collate "C" not null,
  "biz_code" varchar(32) collate "C" not null,
  "biz_id" varchar(19) collate "C",
  "entrusted_company_id" bigint,
  "entrusted_company_name" varchar(100) collate "C",
  "social_credit_code" varchar(18) collate "C",
  "doctor_id" bigint,
  "doctor_name" varchar(50) collate "C",
  "amount" numeric(18,2) default '0.00' not null,
  "point_amount" bigint,
  "reason" varchar(500) collate "C" not null,
  "apply_user_name" varchar(50) collate "C",
  "apply_time" timestamptz,
  "audit_status" smallint default 0 not null,
  "audit_user_name" varchar(50) collate "C",
  "audit_time" timestamptz,
  "audit_remark" varchar(500) collate "C",
  "prev_status" integer,
  "refund_record_id" varchar(19) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "cancellation_record_pkey" primary key (tenant_id, id),
  constraint "cancellation_record_has_tenant" check (tenant_id <> ''),
  constraint "cancellation_record_biz_type_is_known" check (biz_type in ('orderDoctorSettlement', 'orderDoctorSettlementPoint', 'settlementOrder', 'settlementOrderPoint', 'resultOrder', 'resultOrderPoint', 'tenderDoctorProtocols')),
  constraint "cancellation_record_amount_not_negative" check (amount >= 0),
  constraint "cancellation_record_point_amount_not_negative" check (point_amount >= 0)
);
create index "cancellation_record_biz_code_trgm" on "cancellation_record" using gin ("biz_code" gin_trgm_ops);
create index "cancellation_record_create_time_id" on "cancellation_record" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "cancellation_record_biz_type_create_time_id" on "cancellation_record" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
create index "cancellation_record_audit_status_create_time_id" on "cancellation_record" ("tenant_id", "audit_status", "create_time", "id") where is_deleted = 0;
create index "cancellation_record_biz_code_id" on "cancellation_record" ("tenant_id", "biz_code", "id") where is_deleted = 0;
create index "cancellation_record_doctor_id_create_time_id" on "cancellation_record" ("tenant_id", "doctor_id", "create_time", "id") where is_deleted = 0;
create index "cancellation_record_entrusted_company_id_create_time_id" on "cancellation_record" ("tenant_id", "entrusted_company_id", "create_time", "id") where is_deleted = 0;
create index "cancellation_record_biz_id_create_time_id" on "cancellation_record" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"cancellation_record"');
create or replace function "rounds_search_of_cancellation_record"(records "cancellation_record"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'cancellationRecord', t.id, null,
    coalesce(left(t."biz_code", 200), ''), null,
    null, rounds_key(t."biz_code"), rounds_terms(t."biz_code", null, n.readings),
    array_remove(array[t.tenant_id || ':cancellationRecord', 'company:' || t."entrusted_company_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."biz_code" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."biz_code" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_cancellation_record"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_cancellation_record"(array(select a::"cancellation_record" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."biz_code", old."entrusted_company_id", old."is_deleted") is not distinct from (new."biz_code", new."entrusted_company_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('cancellationRecord') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_cancellation_record"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "cancellation_record" referencing new table as added for each statement execute function "rounds_search_cancellation_record"();
create trigger keep_search after delete or update of "biz_code", "entrusted_company_id", "is_deleted" on "cancellation_record" for each row execute function "rounds_search_cancellation_record"();
create or replace function "rounds_makers_cancellationRecord"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.apply', 'edited', 'requested']::text[]) then return; end if;
  if way = 'edited' and not fields && array['bizType', 'bizCode', 'reason']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'cancellationRecord' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "cancellation_record" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'cancellationRecord' as resource, h.operator_id as user_id, t.id as record_id, 'took.apply' as how from (select * from "cancellation_record" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'cancellationRecord' and h.action = 'apply' and h.is_deleted = 0
  union select t.tenant_id, 'cancellationRecord' as resource, a.actor_id as user_id, t.id as record_id, 'edited' as how from (select * from "cancellation_record" where tenant_id = of_tenant and id = any(ids)) t join "audit_trail" a on a.tenant_id = t.tenant_id and a.record_id = t.id where a.actor_id is not null and a.resource = 'cancellationRecord' and a.action = 'edit' and exists (select 1 from jsonb_array_elements(a.diff) d where d ->> 'field' = any(array['bizType', 'bizCode', 'reason']::text[]))
  union select t.tenant_id, 'cancellationRecord' as resource, c.requester_id as user_id, t.id as record_id, 'edited' as how from (select * from "cancellation_record" where tenant_id = of_tenant and id = any(ids)) t join "change_request" c on c.tenant_id = t.tenant_id and c.biz_id = t.id::text where c.requester_id is not null and c.biz_type = 'cancellationRecord' and c.request_type = 1 and c.request_status = 1 and c.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'cancellationRecord' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_cancellationRecord"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_cancellation_record_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_cancellationRecord"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "cancellation_record" referencing new table as added for each statement execute function "rounds_made_cancellation_record_added"();
create or replace function "rounds_made_cancellation_record"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_cancellationRecord"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "cancellation_record" for each row execute function "rounds_made_cancellation_record"();

-- notice: Notices
create table "notice" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "title" varchar(200) collate "C" not null,
  "category" smallint default 1,
  "release_time" timestamptz not null,
  "content" text collate "C" not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "notice_pkey" primary key (tenant_id, id),
  constraint "notice_has_tenant" check (tenant_id <> '')
);
create index "notice_title_grams" on "notice" using gin (rounds_grams(tenant_id, "title"));
create index "notice_release_time_id" on "notice" ("tenant_id", "release_time", "id") where is_deleted = 0;
create index "notice_create_time_id" on "notice" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "notice_category_release_time_id" on "notice" ("tenant_id", "category", "release_time", "id") where is_deleted = 0;
select rounds_protect('"notice"');
create or replace function "rounds_search_of_notice"(records "notice"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'notice', t.id, null,
    coalesce(left(t."title", 200), ''), null,
    null, rounds_key(t."title"), rounds_terms(t."title", null, n.readings),
    array_remove(array[t.tenant_id || ':notice', 'company:*', 'fiscalTax:*', 'provider:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."title" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."title" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_notice"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_notice"(array(select a::"notice" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."title", old."is_deleted") is not distinct from (new."title", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('notice') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_notice"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "notice" referencing new table as added for each statement execute function "rounds_search_notice"();
create trigger keep_search after delete or update of "title", "is_deleted" on "notice" for each row execute function "rounds_search_notice"();

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
create index "attach_name_trgm" on "attach" using gin ("name" gin_trgm_ops);
create index "attach_create_time_id" on "attach" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "attach_name_id" on "attach" ("tenant_id", "name", "id") where is_deleted = 0;
create index "attach_extension_create_time_id" on "attach" ("tenant_id", "extension", "create_time", "id") where is_deleted = 0;
create index "attach_sha256_create_time_id" on "attach" ("tenant_id", "sha256", "create_time", "id") where is_deleted = 0;
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
create index "attach_use_record_id_create_time_id" on "attach_use" ("tenant_id", "record_id", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"attach_use"');

-- textPrint: Prints of texts
create table "text_print" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "resource" varchar(64) collate "C",
  "record_id" varchar(32) collate "C",
  "b0" integer,
  "b1" integer,
  "b2" integer,
  "b3" integer,
  "b4" integer,
  "b5" integer,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "text_print_pkey" primary key (tenant_id, id),
  constraint "text_print_has_tenant" check (tenant_id <> '')
);
create index "text_print_create_time_id" on "text_print" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "text_print_b0" on "text_print" ("tenant_id", "b0", "create_time", "id") where is_deleted = 0;
create index "text_print_b1" on "text_print" ("tenant_id", "b1", "create_time", "id") where is_deleted = 0;
create index "text_print_b2" on "text_print" ("tenant_id", "b2", "create_time", "id") where is_deleted = 0;
create index "text_print_b3" on "text_print" ("tenant_id", "b3", "create_time", "id") where is_deleted = 0;
create index "text_print_b4" on "text_print" ("tenant_id", "b4", "create_time", "id") where is_deleted = 0;
create index "text_print_b5" on "text_print" ("tenant_id", "b5", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"text_print"');

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

-- importFile: Imports
create table "import_file" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "file_name" varchar(200) collate "C",
  "name" varchar(200) collate "C",
  "sha256" varchar(64) collate "C",
  "resource" varchar(64) collate "C",
  "reach" varchar(100) collate "C",
  "import_state" smallint default 0 not null,
  "total" integer default 0 not null,
  "finished" integer default 0 not null,
  "wrong" integer default 0 not null,
  "applied" integer default 0 not null,
  "faults" jsonb,
  "why" varchar(200) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "import_file_pkey" primary key (tenant_id, id),
  constraint "import_file_has_tenant" check (tenant_id <> '')
);
create index "import_file_create_time_id" on "import_file" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "import_file_sha256_create_time_id" on "import_file" ("tenant_id", "sha256", "create_time", "id") where is_deleted = 0;
select rounds_protect('"import_file"');

-- flowModel: Process models
create table "flow_model" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "model_key" varchar(64) collate "C" not null,
  "name" varchar(100) collate "C" not null,
  "category" varchar(32) collate "C" default 'flow_1',
  "model_version" integer default 1,
  "xml" varchar(20000) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "flow_model_pkey" primary key (tenant_id, id),
  constraint "flow_model_has_tenant" check (tenant_id <> ''),
  constraint "flow_model_category_is_known" check (category in ('flow_1', 'flow_2'))
);
create index "flow_model_name_grams" on "flow_model" using gin (rounds_grams(tenant_id, "name"));
create index "flow_model_model_key_trgm" on "flow_model" using gin ("model_key" gin_trgm_ops);
create unique index "flow_model_model_key_key" on "flow_model" ("tenant_id", rounds_folded("model_key", false)) where is_deleted = 0;
create index "flow_model_model_key_id" on "flow_model" ("tenant_id", "model_key", "id") where is_deleted = 0;
create index "flow_model_create_time_id" on "flow_model" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "flow_model_category_create_time_id" on "flow_model" ("tenant_id", "category", "create_time", "id") where is_deleted = 0;
select rounds_protect('"flow_model"');
create or replace function "rounds_search_of_flow_model"(records "flow_model"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'flowModel', t.id, null,
    coalesce(left(t."name", 200), ''), t."model_key",
    rounds_key(t."model_key"), rounds_key(t."name"), rounds_terms(t."name", t."model_key", n.readings),
    array_remove(array[t.tenant_id || ':flowModel'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_flow_model"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_flow_model"(array(select a::"flow_model" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."model_key", old."is_deleted") is not distinct from (new."name", new."model_key", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('flowModel') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_flow_model"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "flow_model" referencing new table as added for each statement execute function "rounds_search_flow_model"();
create trigger keep_search after delete or update of "name", "model_key", "is_deleted" on "flow_model" for each row execute function "rounds_search_flow_model"();

-- flowManager: Process definitions
create table "flow_manager" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "name" varchar(100) collate "C" not null,
  "key" varchar(64) collate "C",
  "category" varchar(32) collate "C" default 'flow_1' not null,
  "process_version" integer default 1 not null,
  "suspend_state" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "flow_manager_pkey" primary key (tenant_id, id),
  constraint "flow_manager_has_tenant" check (tenant_id <> ''),
  constraint "flow_manager_category_is_known" check (category in ('flow_1', 'flow_2'))
);
create index "flow_manager_name_grams" on "flow_manager" using gin (rounds_grams(tenant_id, "name"));
create index "flow_manager_key_trgm" on "flow_manager" using gin ("key" gin_trgm_ops);
create index "flow_manager_create_time_id" on "flow_manager" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "flow_manager_key_id" on "flow_manager" ("tenant_id", "key", "id") where is_deleted = 0;
create index "flow_manager_category_create_time_id" on "flow_manager" ("tenant_id", "category", "create_time", "id") where is_deleted = 0;
create index "flow_manager_suspend_state_create_time_id" on "flow_manager" ("tenant_id", "suspend_state", "create_time", "id") where is_deleted = 0;
select rounds_protect('"flow_manager"');
create or replace function "rounds_search_of_flow_manager"(records "flow_manager"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'flowManager', t.id, null,
    coalesce(left(t."name", 200), ''), null,
    null, rounds_key(t."name"), rounds_terms(t."name", null, n.readings),
    array_remove(array[t.tenant_id || ':flowManager', 'company:*', 'fiscalTax:*', 'provider:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_flow_manager"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_flow_manager"(array(select a::"flow_manager" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."is_deleted") is not distinct from (new."name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('flowManager') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_flow_manager"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "flow_manager" referencing new table as added for each statement execute function "rounds_search_flow_manager"();
create trigger keep_search after delete or update of "name", "is_deleted" on "flow_manager" for each row execute function "rounds_search_flow_manager"();

-- leave: Leave
create table "leave" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "process_instance_id" varchar(32) collate "C",
  "process_definition_id" bigint not null,
  "process_definition_name" varchar(100) collate "C",
  "start_time" timestamptz not null,
  "end_time" timestamptz not null,
  "reason" varchar(255) collate "C" not null,
  "task_user" bigint,
  "apply_user_name" varchar(50) collate "C",
  "task_user_name" varchar(50) collate "C",
  "days" integer,
  "apply_time" timestamptz,
  "task_node" smallint default 1 not null,
  "approval_route" smallint default 1 not null,
  "flow_status" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "leave_pkey" primary key (tenant_id, id),
  constraint "leave_has_tenant" check (tenant_id <> ''),
  constraint "leave_end_time_not_before" check ("end_time" >= "start_time")
);
create index "leave_process_instance_id_trgm" on "leave" using gin ("process_instance_id" gin_trgm_ops);
create unique index "leave_process_instance_id_key" on "leave" ("tenant_id", "process_instance_id") where is_deleted = 0;
create index "leave_create_time_id" on "leave" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "leave_flow_status_create_time_id" on "leave" ("tenant_id", "flow_status", "create_time", "id") where is_deleted = 0;
create index "leave_task_node_create_time_id" on "leave" ("tenant_id", "task_node", "create_time", "id") where is_deleted = 0;
create index "leave_start_time_create_time_id" on "leave" ("tenant_id", "start_time", "create_time", "id") where is_deleted = 0;
create index "leave_task_user_create_time_id" on "leave" ("tenant_id", "task_user", "create_time", "id") where is_deleted = 0;
create index "leave_create_user_create_time_id" on "leave" ("tenant_id", "create_user", "create_time", "id") where is_deleted = 0;
select rounds_protect('"leave"');
create or replace function "rounds_makers_leave"(of_tenant text, ids bigint[], way text, fields text[]) returns void language plpgsql security definer set search_path from current as $$ begin
  if way is not null and way <> all(array['took.forward']::text[]) then return; end if;
  if way = 'edited' and not fields && array['processDefinitionId', 'startTime', 'endTime', 'reason', 'taskUser']::text[] then return; end if;
  with made as (
  select t.tenant_id, 'leave' as resource, t."create_user" as user_id, t.id as record_id, 'createUser' as how from (select * from "leave" where tenant_id = of_tenant and id = any(ids)) t where t."create_user" is not null
  union select t.tenant_id, 'leave' as resource, h.operator_id as user_id, t.id as record_id, 'took.forward' as how from (select * from "leave" where tenant_id = of_tenant and id = any(ids)) t join "approval_history" h on h.tenant_id = t.tenant_id and h.biz_id = t.id::text where h.operator_id is not null and h.biz_type = 'leave' and h.action = 'forward' and h.is_deleted = 0
  ), gone as (
    delete from "record_maker" k where k.tenant_id = of_tenant and k.resource = 'leave' and k.record_id = any(ids)
      and not exists (select 1 from made m where m.user_id = k.user_id and m.record_id = k.record_id and m.how = k.how)
  )
  insert into "record_maker" (tenant_id, resource, user_id, record_id, how) select tenant_id, resource, user_id, record_id, how from made on conflict do nothing;
end $$;
revoke execute on function "rounds_makers_leave"(text, bigint[], text, text[]) from public;
create or replace function "rounds_made_leave_added"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform "rounds_makers_leave"(a.tenant_id, a.ids, null, null) from (select tenant_id, array_agg(id) as ids from added group by tenant_id) a;
  return null;
end $$;
create trigger keep_makers_added after insert on "leave" referencing new table as added for each statement execute function "rounds_made_leave_added"();
create or replace function "rounds_made_leave"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if (old."create_user") is not distinct from (new."create_user") then return null; end if;
  perform "rounds_makers_leave"(new.tenant_id, array[new.id], null, null);
  return null;
end $$;
create trigger keep_makers after update of "create_user" on "leave" for each row execute function "rounds_made_leave"();

-- tenant: Tenants
create table "tenant" (
  id bigint not null,
  "code" varchar(12) collate "C",
  "tenant_name" varchar(100) collate "C" not null,
  "domain" varchar(255) collate "C",
  "background_url" varchar(500) collate "C",
  "linkman" varchar(50) collate "C",
  "contact_number" varchar(11) collate "C",
  "address" varchar(255) collate "C",
  "account_number" integer,
  "expire_time" date,
  "package_id" bigint,
  "package_name" varchar(50) collate "C",
  "datasource_id" bigint,
  "license_key" text,
  "admin_account" varchar(50) collate "C" default 'admin' not null,
  "admin_name" varchar(50) collate "C" default '管理员' not null,
  "enable_status" smallint default 1,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tenant_pkey" primary key (id)
);
create index "tenant_code_trgm" on "tenant" using gin ("code" gin_trgm_ops);
create index "tenant_tenant_name_grams" on "tenant" using gin (rounds_grams('', "tenant_name"));
create unique index "tenant_code_key" on "tenant" (rounds_folded("code", false)) where is_deleted = 0;
create index "tenant_code_id" on "tenant" ("code", "id") where is_deleted = 0;
create index "tenant_create_time_id" on "tenant" ("create_time", "id") where is_deleted = 0;
create index "tenant_contact_number_id" on "tenant" ("contact_number", "id") where is_deleted = 0;
select rounds_share('"tenant"');

-- tenantPackage: Tenant packages
create table "tenant_package" (
  id bigint not null,
  "package_name" varchar(50) collate "C" not null,
  "menu_id" bigint[] not null,
  "menu_name" varchar(20000) collate "C",
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "tenant_package_pkey" primary key (id)
);
create index "tenant_package_package_name_grams" on "tenant_package" using gin (rounds_grams('', "package_name"));
create index "tenant_package_menu_id_ids" on "tenant_package" using gin ("menu_id");
create unique index "tenant_package_package_name_key" on "tenant_package" (rounds_folded("package_name")) where is_deleted = 0;
create index "tenant_package_create_time_id" on "tenant_package" ("create_time", "id") where is_deleted = 0;
select rounds_share('"tenant_package"');

-- client: Clients
create table "client" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "client_id" varchar(64) collate "C",
  "client_name" varchar(50) collate "C" not null,
  "kind" smallint default 1 not null,
  "companies" bigint[],
  "company_names" varchar(500) collate "C",
  "whole_tenant" smallint default 0,
  "scope_doctor" smallint default 0,
  "scope_certification" smallint default 0,
  "scope_invitation" smallint default 0,
  "scope_report" smallint default 0,
  "scope_meeting" smallint default 0,
  "scope_plan_create" smallint default 0,
  "scope_plan_close" smallint default 0,
  "scope_content" smallint default 0,
  "scope_settlement" smallint default 0,
  "expire_time" date,
  "access_token_validity" integer default 3600,
  "remark" varchar(500) collate "C",
  "scope" varchar(200) collate "C" default 'all' not null,
  "enable_status" smallint default 1 not null,
  "key_taken_time" timestamptz,
  "token_generation" integer default 0 not null,
  "client_secret" text,
  "authorized_grant_types" varchar(200) collate "C",
  "refresh_token_validity" integer default 604800 not null,
  "resource_ids" varchar(200) collate "C",
  "web_server_redirect_uri" varchar(500) collate "C",
  "additional_information" varchar(500) collate "C",
  "autoapprove" smallint default 0 not null,
  "captcha" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "client_pkey" primary key (tenant_id, id),
  constraint "client_has_tenant" check (tenant_id <> '')
);
create index "client_client_id_trgm" on "client" using gin ("client_id" gin_trgm_ops);
create index "client_client_name_grams" on "client" using gin (rounds_grams(tenant_id, "client_name"));
create index "client_companies_ids" on "client" using gin ("companies");
create unique index "client_client_id_key" on "client" ("tenant_id", "client_id") where is_deleted = 0;
create index "client_create_time_id" on "client" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "client_kind_create_time_id" on "client" ("tenant_id", "kind", "create_time", "id") where is_deleted = 0;
create index "client_enable_status_create_time_id" on "client" ("tenant_id", "enable_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"client"');
create or replace function "rounds_search_of_client"(records "client"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'client', t.id, null,
    coalesce(left(t."client_name", 200), ''), t."client_id",
    rounds_key(t."client_id"), rounds_key(t."client_name"), rounds_terms(t."client_name", t."client_id", n.readings),
    array_remove(array[t.tenant_id || ':client'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."client_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."client_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_client"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_client"(array(select a::"client" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."client_name", old."client_id", old."is_deleted") is not distinct from (new."client_name", new."client_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('client') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_client"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "client" referencing new table as added for each statement execute function "rounds_search_client"();
create trigger keep_search after delete or update of "client_name", "client_id", "is_deleted" on "client" for each row execute function "rounds_search_client"();

-- user: Users
create table "user" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
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
  "post_id" bigint[],
  "post_name" varchar(200) collate "C",
  "entrusted_id" bigint,
  "fiscal_tax_id" bigint,
  "provider_id" bigint,
  "login_error_count" integer default 0 not null,
  "lock_until" timestamptz,
  "approve_status" smallint default 1 not null,
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
create index "user_account_trgm" on "user" using gin ("account" gin_trgm_ops);
create index "user_real_name_grams" on "user" using gin (rounds_grams(tenant_id, "real_name"));
create index "user_post_id_ids" on "user" using gin ("post_id");
create unique index "user_account_key" on "user" ("tenant_id", rounds_folded("account", false)) where is_deleted = 0;
create index "user_account_id" on "user" ("tenant_id", "account", "id") where is_deleted = 0;
create index "user_create_time_id" on "user" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "user_phone_id" on "user" ("tenant_id", "phone", "id") where is_deleted = 0;
create index "user_dept_id_create_time_id" on "user" ("tenant_id", "dept_id", "create_time", "id") where is_deleted = 0;
create index "user_user_type_create_time_id" on "user" ("tenant_id", "user_type", "create_time", "id") where is_deleted = 0;
create index "user_approve_status_create_time_id" on "user" ("tenant_id", "approve_status", "create_time", "id") where is_deleted = 0;
create index "user_status_create_time_id" on "user" ("tenant_id", "status", "create_time", "id") where is_deleted = 0;
create index "user_entrusted_id_create_time_id" on "user" ("tenant_id", "entrusted_id", "create_time", "id") where is_deleted = 0;
create index "user_fiscal_tax_id_create_time_id" on "user" ("tenant_id", "fiscal_tax_id", "create_time", "id") where is_deleted = 0;
create index "user_provider_id_create_time_id" on "user" ("tenant_id", "provider_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"user"');
create or replace function "rounds_search_of_user"(records "user"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'user', t.id, null,
    coalesce(left(t."real_name", 200), ''), t."account",
    rounds_key(t."account"), rounds_key(t."real_name"), rounds_terms(t."real_name", t."account", n.readings),
    array_remove(array[t.tenant_id || ':user', 'company:' || t."entrusted_id", 'fiscalTax:' || t."fiscal_tax_id", 'provider:' || t."provider_id", 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."real_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."real_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_user"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_user"(array(select a::"user" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."real_name", old."account", old."entrusted_id", old."fiscal_tax_id", old."provider_id", old."is_deleted") is not distinct from (new."real_name", new."account", new."entrusted_id", new."fiscal_tax_id", new."provider_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('user') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_user"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "user" referencing new table as added for each statement execute function "rounds_search_user"();
create trigger keep_search after delete or update of "real_name", "account", "entrusted_id", "fiscal_tax_id", "provider_id", "is_deleted" on "user" for each row execute function "rounds_search_user"();

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
create index "role_role_name_grams" on "role" using gin (rounds_grams(tenant_id, "role_name"));
create index "role_role_alias_grams" on "role" using gin (rounds_grams(tenant_id, "role_alias"));
create unique index "role_role_alias_key" on "role" ("tenant_id", rounds_folded("role_alias")) where is_deleted = 0;
create index "role_sort_id" on "role" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "role_create_time_id" on "role" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "role_parent_id_sort_id" on "role" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"role"');
create or replace function "rounds_search_of_role"(records "role"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'role', t.id, null,
    coalesce(left(t."role_name", 200), ''), t."role_alias",
    rounds_key(t."role_alias"), rounds_key(t."role_name"), rounds_terms(t."role_name", t."role_alias", n.readings),
    array_remove(array[t.tenant_id || ':role'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."role_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."role_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_role"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_role"(array(select a::"role" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."role_name", old."role_alias", old."is_deleted") is not distinct from (new."role_name", new."role_alias", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('role') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_role"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "role" referencing new table as added for each statement execute function "rounds_search_role"();
create trigger keep_search after delete or update of "role_name", "role_alias", "is_deleted" on "role" for each row execute function "rounds_search_role"();

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
create index "menu_name_grams" on "menu" using gin (rounds_grams('', "name"));
create index "menu_code_trgm" on "menu" using gin ("code" gin_trgm_ops);
create unique index "menu_code_key" on "menu" (rounds_folded("code", false)) where is_deleted = 0;
create index "menu_code_id" on "menu" ("code", "id") where is_deleted = 0;
create index "menu_sort_id" on "menu" ("sort", "id") where is_deleted = 0;
create index "menu_create_time_id" on "menu" ("create_time", "id") where is_deleted = 0;
create index "menu_category_sort_id" on "menu" ("category", "sort", "id") where is_deleted = 0;
create index "menu_parent_id_sort_id" on "menu" ("parent_id", "sort", "id") where is_deleted = 0;
select rounds_share('"menu"');

-- topmenu: Top menus
create table "topmenu" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(64) collate "C" not null,
  "name" varchar(50) collate "C" not null,
  "source" varchar(64) collate "C",
  "sort" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "topmenu_pkey" primary key (tenant_id, id),
  constraint "topmenu_has_tenant" check (tenant_id <> '')
);
create index "topmenu_name_grams" on "topmenu" using gin (rounds_grams(tenant_id, "name"));
create index "topmenu_code_trgm" on "topmenu" using gin ("code" gin_trgm_ops);
create unique index "topmenu_code_key" on "topmenu" ("tenant_id", rounds_folded("code", false)) where is_deleted = 0;
create index "topmenu_code_id" on "topmenu" ("tenant_id", "code", "id") where is_deleted = 0;
create index "topmenu_sort_id" on "topmenu" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "topmenu_create_time_id" on "topmenu" ("tenant_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"topmenu"');
create or replace function "rounds_search_of_topmenu"(records "topmenu"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'topmenu', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':topmenu'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_topmenu"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_topmenu"(array(select a::"topmenu" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('topmenu') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_topmenu"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "topmenu" referencing new table as added for each statement execute function "rounds_search_topmenu"();
create trigger keep_search after delete or update of "name", "code", "is_deleted" on "topmenu" for each row execute function "rounds_search_topmenu"();

-- dept: Departments
create table "dept" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "parent_id" bigint,
  "dept_name" varchar(100) collate "C" not null,
  "full_name" varchar(200) collate "C",
  "dept_category" smallint default 2,
  "sort" integer default 0 not null,
  "remark" varchar(255) collate "C",
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
create index "dept_dept_name_grams" on "dept" using gin (rounds_grams(tenant_id, "dept_name"));
create index "dept_full_name_grams" on "dept" using gin (rounds_grams(tenant_id, "full_name"));
create index "dept_sort_id" on "dept" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "dept_create_time_id" on "dept" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dept_parent_id_sort_id" on "dept" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"dept"');
create or replace function "rounds_search_of_dept"(records "dept"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dept', t.id, null,
    coalesce(left(t."dept_name", 200), ''), null,
    null, rounds_key(t."dept_name"), rounds_terms(t."dept_name", null, n.readings),
    array_remove(array[t.tenant_id || ':dept'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."dept_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."dept_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_dept"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_dept"(array(select a::"dept" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."dept_name", old."is_deleted") is not distinct from (new."dept_name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dept') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_dept"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "dept" referencing new table as added for each statement execute function "rounds_search_dept"();
create trigger keep_search after delete or update of "dept_name", "is_deleted" on "dept" for each row execute function "rounds_search_dept"();

-- post: Posts
create table "post" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "category" smallint default 3,
  "post_code" varchar(32) collate "C" not null,
  "post_name" varchar(50) collate "C" not null,
  "sort" integer default 0 not null,
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "post_pkey" primary key (tenant_id, id),
  constraint "post_has_tenant" check (tenant_id <> '')
);
create index "post_post_code_trgm" on "post" using gin ("post_code" gin_trgm_ops);
create index "post_post_name_grams" on "post" using gin (rounds_grams(tenant_id, "post_name"));
create unique index "post_post_code_key" on "post" ("tenant_id", rounds_folded("post_code", false)) where is_deleted = 0;
create index "post_post_code_id" on "post" ("tenant_id", "post_code", "id") where is_deleted = 0;
create index "post_sort_id" on "post" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "post_create_time_id" on "post" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "post_category_sort_id" on "post" ("tenant_id", "category", "sort", "id") where is_deleted = 0;
select rounds_protect('"post"');
create or replace function "rounds_search_of_post"(records "post"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'post', t.id, null,
    coalesce(left(t."post_name", 200), ''), t."post_code",
    rounds_key(t."post_code"), rounds_key(t."post_name"), rounds_terms(t."post_name", t."post_code", n.readings),
    array_remove(array[t.tenant_id || ':post'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."post_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."post_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_post"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_post"(array(select a::"post" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."post_name", old."post_code", old."is_deleted") is not distinct from (new."post_name", new."post_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('post') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_post"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "post" referencing new table as added for each statement execute function "rounds_search_post"();
create trigger keep_search after delete or update of "post_name", "post_code", "is_deleted" on "post" for each row execute function "rounds_search_post"();

-- dataScope: Data scopes
create table "data_scope" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "menu_id" bigint,
  "resource_code" varchar(64) collate "C" not null,
  "scope_name" varchar(50) collate "C" not null,
  "scope_type" smallint default 1,
  "scope_class" varchar(200) collate "C",
  "scope_column" varchar(64) collate "C" default 'create_dept',
  "scope_field" varchar(200) collate "C" default '*',
  "scope_value" varchar(1000) collate "C",
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "data_scope_pkey" primary key (tenant_id, id),
  constraint "data_scope_has_tenant" check (tenant_id <> '')
);
create index "data_scope_scope_name_grams" on "data_scope" using gin (rounds_grams(tenant_id, "scope_name"));
create index "data_scope_resource_code_trgm" on "data_scope" using gin ("resource_code" gin_trgm_ops);
create unique index "data_scope_resource_code_key" on "data_scope" ("tenant_id", rounds_folded("resource_code", false)) where is_deleted = 0;
create index "data_scope_resource_code_id" on "data_scope" ("tenant_id", "resource_code", "id") where is_deleted = 0;
create index "data_scope_create_time_id" on "data_scope" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "data_scope_scope_type_create_time_id" on "data_scope" ("tenant_id", "scope_type", "create_time", "id") where is_deleted = 0;
create index "data_scope_menu_id_create_time_id" on "data_scope" ("tenant_id", "menu_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"data_scope"');
create or replace function "rounds_search_of_data_scope"(records "data_scope"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dataScope', t.id, null,
    coalesce(left(t."scope_name", 200), ''), t."resource_code",
    rounds_key(t."resource_code"), rounds_key(t."scope_name"), rounds_terms(t."scope_name", t."resource_code", n.readings),
    array_remove(array[t.tenant_id || ':dataScope'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."scope_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."scope_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_data_scope"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_data_scope"(array(select a::"data_scope" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."scope_name", old."resource_code", old."is_deleted") is not distinct from (new."scope_name", new."resource_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dataScope') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_data_scope"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "data_scope" referencing new table as added for each statement execute function "rounds_search_data_scope"();
create trigger keep_search after delete or update of "scope_name", "resource_code", "is_deleted" on "data_scope" for each row execute function "rounds_search_data_scope"();

-- apiScope: API scopes
create table "api_scope" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "menu_id" bigint,
  "resource_code" varchar(64) collate "C" not null,
  "scope_name" varchar(50) collate "C" not null,
  "scope_path" varchar(200) collate "C" not null,
  "scope_type" smallint default 2,
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "api_scope_pkey" primary key (tenant_id, id),
  constraint "api_scope_has_tenant" check (tenant_id <> '')
);
create index "api_scope_scope_name_grams" on "api_scope" using gin (rounds_grams(tenant_id, "scope_name"));
create index "api_scope_resource_code_trgm" on "api_scope" using gin ("resource_code" gin_trgm_ops);
create unique index "api_scope_resource_code_key" on "api_scope" ("tenant_id", rounds_folded("resource_code", false)) where is_deleted = 0;
create index "api_scope_resource_code_id" on "api_scope" ("tenant_id", "resource_code", "id") where is_deleted = 0;
create index "api_scope_create_time_id" on "api_scope" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "api_scope_scope_type_create_time_id" on "api_scope" ("tenant_id", "scope_type", "create_time", "id") where is_deleted = 0;
create index "api_scope_menu_id_create_time_id" on "api_scope" ("tenant_id", "menu_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"api_scope"');
create or replace function "rounds_search_of_api_scope"(records "api_scope"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'apiScope', t.id, null,
    coalesce(left(t."scope_name", 200), ''), t."resource_code",
    rounds_key(t."resource_code"), rounds_key(t."scope_name"), rounds_terms(t."scope_name", t."resource_code", n.readings),
    array_remove(array[t.tenant_id || ':apiScope'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."scope_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."scope_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_api_scope"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_api_scope"(array(select a::"api_scope" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."scope_name", old."resource_code", old."is_deleted") is not distinct from (new."scope_name", new."resource_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('apiScope') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_api_scope"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "api_scope" referencing new table as added for each statement execute function "rounds_search_api_scope"();
create trigger keep_search after delete or update of "scope_name", "resource_code", "is_deleted" on "api_scope" for each row execute function "rounds_search_api_scope"();

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
create index "security_event_subject_trgm" on "security_event" using gin ("subject" gin_trgm_ops);
create index "security_event_event_time_id" on "security_event" ("tenant_id", "event_time", "id") where is_deleted = 0;
create index "security_event_create_time_id" on "security_event" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "security_event_kind_event_time_id" on "security_event" ("tenant_id", "kind", "event_time", "id") where is_deleted = 0;
create index "security_event_subject_id" on "security_event" ("tenant_id", "subject", "id") where is_deleted = 0;
create index "security_event_actor_id_event_time_id" on "security_event" ("tenant_id", "actor_id", "event_time", "id") where is_deleted = 0;
create index "security_event_ip_event_time_id" on "security_event" ("tenant_id", "ip", "event_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"security_event"');

-- accountHand: Hands on accounts
create table "account_hand" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "user_id" varchar(19) collate "C",
  "other_id" varchar(19) collate "C",
  "how" smallint,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "account_hand_pkey" primary key (tenant_id, id),
  constraint "account_hand_has_tenant" check (tenant_id <> '')
);
create index "account_hand_create_time_id" on "account_hand" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "account_hand_user_id_create_time_id" on "account_hand" ("tenant_id", "user_id", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"account_hand"');

-- param: System parameters
create table "param" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "param_name" varchar(100) collate "C" not null,
  "param_key" varchar(100) collate "C" not null,
  "param_value" varchar(2000) collate "C" not null,
  "value_in_force" varchar(100) collate "C",
  "initial_value" varchar(100) collate "C",
  "range" varchar(100) collate "C",
  "range_en" varchar(100) collate "C",
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
create index "param_param_name_grams" on "param" using gin (rounds_grams(tenant_id, "param_name"));
create index "param_param_key_trgm" on "param" using gin ("param_key" gin_trgm_ops);
create unique index "param_param_key_key" on "param" ("tenant_id", rounds_folded("param_key", false)) where is_deleted = 0;
create index "param_param_key_id" on "param" ("tenant_id", "param_key", "id") where is_deleted = 0;
create index "param_create_time_id" on "param" ("tenant_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"param"');
create or replace function "rounds_search_of_param"(records "param"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'param', t.id, null,
    coalesce(left(t."param_name", 200), ''), t."param_key",
    rounds_key(t."param_key"), rounds_key(t."param_name"), rounds_terms(t."param_name", t."param_key", n.readings),
    array_remove(array[t.tenant_id || ':param'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."param_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."param_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_param"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_param"(array(select a::"param" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."param_name", old."param_key", old."is_deleted") is not distinct from (new."param_name", new."param_key", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('param') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_param"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "param" referencing new table as added for each statement execute function "rounds_search_param"();
create trigger keep_search after delete or update of "param_name", "param_key", "is_deleted" on "param" for each row execute function "rounds_search_param"();

-- dict: System dictionaries
create table "dict" (
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
  constraint "dict_pkey" primary key (tenant_id, id),
  constraint "dict_has_tenant" check (tenant_id <> '')
);
create index "dict_code_trgm" on "dict" using gin ("code" gin_trgm_ops);
create index "dict_dict_value_grams" on "dict" using gin (rounds_grams(tenant_id, "dict_value"));
create index "dict_dict_key_grams" on "dict" using gin (rounds_grams(tenant_id, "dict_key"));
create unique index "dict_code_dict_key_key" on "dict" ("tenant_id", rounds_folded("code", false), rounds_folded("dict_key")) where is_deleted = 0;
create index "dict_sort_id" on "dict" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "dict_create_time_id" on "dict" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dict_code_id" on "dict" ("tenant_id", "code", "id") where is_deleted = 0;
create index "dict_is_sealed_sort_id" on "dict" ("tenant_id", "is_sealed", "sort", "id") where is_deleted = 0;
create index "dict_parent_id_sort_id" on "dict" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"dict"');
create or replace function "rounds_search_of_dict"(records "dict"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dict', t.id, null,
    coalesce(left(t."dict_value", 200), ''), concat_ws(' · ', nullif(t."code", ''), nullif(t."dict_key", '')),
    rounds_key(t."code"), rounds_key(t."dict_value"), rounds_terms(t."dict_value", t."code", n.readings),
    array_remove(array[t.tenant_id || ':dict', 'company:*', 'fiscalTax:*', 'provider:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."dict_value" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."dict_value" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_dict"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_dict"(array(select a::"dict" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."dict_value", old."code", old."dict_key", old."is_deleted") is not distinct from (new."dict_value", new."code", new."dict_key", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dict') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_dict"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "dict" referencing new table as added for each statement execute function "rounds_search_dict"();
create trigger keep_search after delete or update of "dict_value", "code", "dict_key", "is_deleted" on "dict" for each row execute function "rounds_search_dict"();

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
create index "dict_biz_code_trgm" on "dict_biz" using gin ("code" gin_trgm_ops);
create index "dict_biz_dict_value_grams" on "dict_biz" using gin (rounds_grams(tenant_id, "dict_value"));
create index "dict_biz_dict_key_grams" on "dict_biz" using gin (rounds_grams(tenant_id, "dict_key"));
create unique index "dict_biz_code_dict_key_key" on "dict_biz" ("tenant_id", rounds_folded("code", false), rounds_folded("dict_key")) where is_deleted = 0;
create index "dict_biz_sort_id" on "dict_biz" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "dict_biz_create_time_id" on "dict_biz" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dict_biz_code_id" on "dict_biz" ("tenant_id", "code", "id") where is_deleted = 0;
create index "dict_biz_is_sealed_sort_id" on "dict_biz" ("tenant_id", "is_sealed", "sort", "id") where is_deleted = 0;
create index "dict_biz_parent_id_sort_id" on "dict_biz" ("tenant_id", "parent_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"dict_biz"');
create or replace function "rounds_search_of_dict_biz"(records "dict_biz"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'dictBiz', t.id, null,
    coalesce(left(t."dict_value", 200), ''), concat_ws(' · ', nullif(t."code", ''), nullif(t."dict_key", '')),
    rounds_key(t."code"), rounds_key(t."dict_value"), rounds_terms(t."dict_value", t."code", n.readings),
    array_remove(array[t.tenant_id || ':dictBiz', 'company:*', 'fiscalTax:*', 'provider:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."dict_value" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."dict_value" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_dict_biz"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_dict_biz"(array(select a::"dict_biz" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."dict_value", old."code", old."dict_key", old."is_deleted") is not distinct from (new."dict_value", new."code", new."dict_key", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('dictBiz') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_dict_biz"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "dict_biz" referencing new table as added for each statement execute function "rounds_search_dict_biz"();
create trigger keep_search after delete or update of "dict_value", "code", "dict_key", "is_deleted" on "dict_biz" for each row execute function "rounds_search_dict_biz"();

-- region: Regions
create table "region" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(12) collate "C" not null,
  "parent_code" varchar(12) collate "C" default '',
  "name" varchar(50) collate "C" not null,
  "province_code" varchar(12) collate "C",
  "province_name" varchar(50) collate "C",
  "city_code" varchar(12) collate "C",
  "city_name" varchar(50) collate "C",
  "district_code" varchar(12) collate "C",
  "district_name" varchar(50) collate "C",
  "region_level" smallint not null,
  "sort" integer default 0,
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "region_pkey" primary key (tenant_id, id),
  constraint "region_has_tenant" check (tenant_id <> '')
);
create index "region_name_grams" on "region" using gin (rounds_grams(tenant_id, "name"));
create unique index "region_code_key" on "region" ("tenant_id", rounds_folded("code", false)) where is_deleted = 0;
create index "region_code_id" on "region" ("tenant_id", "code", "id") where is_deleted = 0;
create index "region_create_time_id" on "region" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "region_region_level_code_id" on "region" ("tenant_id", "region_level", "code", "id") where is_deleted = 0;
create index "region_parent_code_code_id" on "region" ("tenant_id", "parent_code", "code", "id") where is_deleted = 0;
select rounds_protect('"region"');
create or replace function "rounds_rename_region"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if pg_trigger_depth() > 1 then return null; end if;
  with recursive below (key) as (
    select new."code" union
    select c."code" from "region" c join below b on c."parent_code" = b.key where c.tenant_id = new.tenant_id and c.is_deleted = 0)
  update "region" r set "province_name" = case when r."province_name" is not distinct from old."province_name" then new."province_name" else r."province_name" end, "city_name" = case when r."city_name" is not distinct from old."city_name" then new."city_name" else r."city_name" end, "district_name" = case when r."district_name" is not distinct from old."district_name" then new."district_name" else r."district_name" end, "province_code" = case when r."province_code" is not distinct from old."province_code" then new."province_code" else r."province_code" end, "city_code" = case when r."city_code" is not distinct from old."city_code" then new."city_code" else r."city_code" end, "district_code" = case when r."district_code" is not distinct from old."district_code" then new."district_code" else r."district_code" end from below b
    where r.tenant_id = new.tenant_id and r.is_deleted = 0 and r."code" = b.key and r.id <> new.id;
  with recursive below (key) as (
    select new."code" union
    select c."code" from "region" c join below b on c."parent_code" = b.key where c.tenant_id = new.tenant_id and c.is_deleted = 0)
  update "entrusted_company" u set "region_name" = left((select string_agg(n, ' / ' order by o) from (select n, min(o) as o from unnest(array[r."province_name", r."city_name", r."district_name", r."name"]::text[]) with ordinality as u(n, o) where n <> '' group by n) p), 200) from "region" r, below b
    where r.tenant_id = new.tenant_id and r.is_deleted = 0 and r."code" = b.key
      and u.tenant_id = new.tenant_id and u.is_deleted = 0 and u."region_code" = r."code";
  with recursive below (key) as (
    select new."code" union
    select c."code" from "region" c join below b on c."parent_code" = b.key where c.tenant_id = new.tenant_id and c.is_deleted = 0)
  update "authentication_doctor" u set "region_name" = left((select string_agg(n, ' / ' order by o) from (select n, min(o) as o from unnest(array[r."province_name", r."city_name", r."district_name", r."name"]::text[]) with ordinality as u(n, o) where n <> '' group by n) p), 200) from "region" r, below b
    where r.tenant_id = new.tenant_id and r.is_deleted = 0 and r."code" = b.key
      and u.tenant_id = new.tenant_id and u.is_deleted = 0 and u."region_code" = r."code";
  with recursive below (key) as (
    select new."code" union
    select c."code" from "region" c join below b on c."parent_code" = b.key where c.tenant_id = new.tenant_id and c.is_deleted = 0)
  update "doctor_library" u set "region_name" = left((select string_agg(n, ' / ' order by o) from (select n, min(o) as o from unnest(array[r."province_name", r."city_name", r."district_name", r."name"]::text[]) with ordinality as u(n, o) where n <> '' group by n) p), 200) from "region" r, below b
    where r.tenant_id = new.tenant_id and r.is_deleted = 0 and r."code" = b.key
      and u.tenant_id = new.tenant_id and u.is_deleted = 0 and u."region_code" = r."code";
  return null;
end $$;
create trigger rename_below after update on "region" for each row
  when (old."province_name" is distinct from new."province_name" or old."city_name" is distinct from new."city_name" or old."district_name" is distinct from new."district_name" or old."province_code" is distinct from new."province_code" or old."city_code" is distinct from new."city_code" or old."district_code" is distinct from new."district_code" or old."name" is distinct from new."name") execute function "rounds_rename_region"();
create or replace function "rounds_search_of_region"(records "region"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'region', t.id, null,
    coalesce(left(t."name", 200), ''), t."code",
    rounds_key(t."code"), rounds_key(t."name"), rounds_terms(t."name", t."code", n.readings),
    array_remove(array[t.tenant_id || ':region', 'company:*', 'fiscalTax:*', 'provider:*', 'employee:*'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_region"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_region"(array(select a::"region" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."code", old."is_deleted") is not distinct from (new."name", new."code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('region') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_region"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "region" referencing new table as added for each statement execute function "rounds_search_region"();
create trigger keep_search after delete or update of "name", "code", "is_deleted" on "region" for each row execute function "rounds_search_region"();

-- oss: File stores
create table "oss" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "category" smallint not null,
  "oss_code" varchar(32) collate "C" not null,
  "endpoint" varchar(255) collate "C" not null,
  "transform_endpoint" varchar(255) collate "C",
  "access_key" varchar(128) collate "C",
  "secret_key" text,
  "bucket_name" varchar(63) collate "C" not null,
  "app_id" varchar(64) collate "C",
  "region" varchar(64) collate "C",
  "remark" varchar(255) collate "C",
  "status" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "oss_pkey" primary key (tenant_id, id),
  constraint "oss_has_tenant" check (tenant_id <> '')
);
create index "oss_oss_code_trgm" on "oss" using gin ("oss_code" gin_trgm_ops);
create index "oss_bucket_name_trgm" on "oss" using gin ("bucket_name" gin_trgm_ops);
create unique index "oss_oss_code_key" on "oss" ("tenant_id", rounds_folded("oss_code", false)) where is_deleted = 0;
create index "oss_oss_code_id" on "oss" ("tenant_id", "oss_code", "id") where is_deleted = 0;
create index "oss_create_time_id" on "oss" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "oss_category_create_time_id" on "oss" ("tenant_id", "category", "create_time", "id") where is_deleted = 0;
create index "oss_bucket_name_id" on "oss" ("tenant_id", "bucket_name", "id") where is_deleted = 0;
create index "oss_status_create_time_id" on "oss" ("tenant_id", "status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"oss"');
create or replace function "rounds_search_of_oss"(records "oss"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'oss', t.id, null,
    coalesce(left(t."oss_code", 200), ''), null,
    rounds_key(t."oss_code"), null, rounds_terms(t."oss_code", null, n.readings),
    array_remove(array[t.tenant_id || ':oss'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."oss_code" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."oss_code" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_oss"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_oss"(array(select a::"oss" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."oss_code", old."is_deleted") is not distinct from (new."oss_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('oss') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_oss"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "oss" referencing new table as added for each statement execute function "rounds_search_oss"();
create trigger keep_search after delete or update of "oss_code", "is_deleted" on "oss" for each row execute function "rounds_search_oss"();

-- sms: SMS settings
create table "sms" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "category" smallint not null,
  "sms_code" varchar(32) collate "C" not null,
  "template_id" varchar(64) collate "C",
  "access_key" varchar(128) collate "C",
  "secret_key" text,
  "region_id" varchar(64) collate "C",
  "sign_name" varchar(50) collate "C",
  "remark" varchar(255) collate "C",
  "status" smallint default 1 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "sms_pkey" primary key (tenant_id, id),
  constraint "sms_has_tenant" check (tenant_id <> '')
);
create index "sms_sms_code_trgm" on "sms" using gin ("sms_code" gin_trgm_ops);
create unique index "sms_sms_code_key" on "sms" ("tenant_id", rounds_folded("sms_code", false)) where is_deleted = 0;
create index "sms_sms_code_id" on "sms" ("tenant_id", "sms_code", "id") where is_deleted = 0;
create index "sms_create_time_id" on "sms" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "sms_category_create_time_id" on "sms" ("tenant_id", "category", "create_time", "id") where is_deleted = 0;
create index "sms_status_create_time_id" on "sms" ("tenant_id", "status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"sms"');
create or replace function "rounds_search_of_sms"(records "sms"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'sms', t.id, null,
    coalesce(left(t."sms_code", 200), ''), null,
    rounds_key(t."sms_code"), null, rounds_terms(t."sms_code", null, n.readings),
    array_remove(array[t.tenant_id || ':sms'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."sms_code" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."sms_code" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_sms"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_sms"(array(select a::"sms" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."sms_code", old."is_deleted") is not distinct from (new."sms_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('sms') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_sms"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "sms" referencing new table as added for each statement execute function "rounds_search_sms"();
create trigger keep_search after delete or update of "sms_code", "is_deleted" on "sms" for each row execute function "rounds_search_sms"();

-- smsLog: Short messages sent
create table "sms_log" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "sms_code" varchar(32) collate "C",
  "phones" varchar(200) collate "C",
  "params" varchar(1000) collate "C",
  "result" smallint default 1 not null,
  "message" varchar(200) collate "C",
  "send_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "sms_log_pkey" primary key (tenant_id, id),
  constraint "sms_log_has_tenant" check (tenant_id <> '')
);
create index "sms_log_sms_code_trgm" on "sms_log" using gin ("sms_code" gin_trgm_ops);
create index "sms_log_create_time_id" on "sms_log" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "sms_log_sms_code_id" on "sms_log" ("tenant_id", "sms_code", "id") where is_deleted = 0;
create index "sms_log_result_create_time_id" on "sms_log" ("tenant_id", "result", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"sms_log"');

-- appVersion: App versions
create table "app_version" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "app_type" smallint not null,
  "version_no" varchar(20) collate "C" not null,
  "version_code" integer,
  "force_update" smallint default 0,
  "download_url" varchar(500) collate "C",
  "release_note" varchar(2000) collate "C",
  "publish_time" timestamptz,
  "publish_status" smallint default 0,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "app_version_pkey" primary key (tenant_id, id),
  constraint "app_version_has_tenant" check (tenant_id <> '')
);
create index "app_version_version_no_trgm" on "app_version" using gin ("version_no" gin_trgm_ops);
create unique index "app_version_app_type_version_no_key" on "app_version" ("tenant_id", "app_type", rounds_folded("version_no", false)) where is_deleted = 0;
create index "app_version_create_time_id" on "app_version" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "app_version_app_type_create_time_id" on "app_version" ("tenant_id", "app_type", "create_time", "id") where is_deleted = 0;
create index "app_version_version_no_id" on "app_version" ("tenant_id", "version_no", "id") where is_deleted = 0;
create index "app_version_publish_status_create_time_id" on "app_version" ("tenant_id", "publish_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"app_version"');
create or replace function "rounds_search_of_app_version"(records "app_version"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'appVersion', t.id, null,
    coalesce(left(t."version_no", 200), ''), null,
    null, rounds_key(t."version_no"), rounds_terms(t."version_no", null, n.readings),
    array_remove(array[t.tenant_id || ':appVersion'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."version_no" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."version_no" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_app_version"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_app_version"(array(select a::"app_version" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."version_no", old."is_deleted") is not distinct from (new."version_no", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('appVersion') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_app_version"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "app_version" referencing new table as added for each statement execute function "rounds_search_app_version"();
create trigger keep_search after delete or update of "version_no", "is_deleted" on "app_version" for each row execute function "rounds_search_app_version"();

-- shortUrlManage: Short links
create table "short_url_manage" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "short_code" varchar(16) collate "C" not null,
  "long_url" varchar(1000) collate "C" not null,
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "visit_count" integer default 0 not null,
  "expire_time" timestamptz,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "short_url_manage_pkey" primary key (tenant_id, id),
  constraint "short_url_manage_has_tenant" check (tenant_id <> '')
);
create index "short_url_manage_short_code_trgm" on "short_url_manage" using gin ("short_code" gin_trgm_ops);
create index "short_url_manage_long_url_grams" on "short_url_manage" using gin (rounds_grams(tenant_id, "long_url"));
create unique index "short_url_manage_short_code_key" on "short_url_manage" ("tenant_id", rounds_folded("short_code", false)) where is_deleted = 0;
create index "short_url_manage_short_code_id" on "short_url_manage" ("tenant_id", "short_code", "id") where is_deleted = 0;
create index "short_url_manage_create_time_id" on "short_url_manage" ("tenant_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"short_url_manage"');
create or replace function "rounds_search_of_short_url_manage"(records "short_url_manage"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'shortUrlManage', t.id, null,
    coalesce(left(t."short_code", 200), ''), null,
    rounds_key(t."short_code"), null, rounds_terms(t."short_code", null, n.readings),
    array_remove(array[t.tenant_id || ':shortUrlManage'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."short_code" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."short_code" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_short_url_manage"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_short_url_manage"(array(select a::"short_url_manage" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."short_code", old."is_deleted") is not distinct from (new."short_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('shortUrlManage') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_short_url_manage"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "short_url_manage" referencing new table as added for each statement execute function "rounds_search_short_url_manage"();
create trigger keep_search after delete or update of "short_code", "is_deleted" on "short_url_manage" for each row execute function "rounds_search_short_url_manage"();

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
  "settlement_order_point_id" bigint,
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
create index "api_message_pool_message_number_trgm" on "api_message_pool" using gin ("message_number" gin_trgm_ops);
create unique index "api_message_pool_message_number_key" on "api_message_pool" ("tenant_id", "message_number") where is_deleted = 0;
create index "api_message_pool_create_time_id" on "api_message_pool" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_business_scenario_create_time_id" on "api_message_pool" ("tenant_id", "business_scenario", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_message_status_create_time_id" on "api_message_pool" ("tenant_id", "message_status", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_entrusted_id_create_time_id" on "api_message_pool" ("tenant_id", "entrusted_id", "create_time", "id") where is_deleted = 0;
create index "api_message_pool_biz_id_create_time_id" on "api_message_pool" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"api_message_pool"');
create or replace function "rounds_search_of_api_message_pool"(records "api_message_pool"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'apiMessagePool', t.id, null,
    coalesce(left(t."message_number", 200), ''), null,
    rounds_key(t."message_number"), null, rounds_terms(t."message_number", null, rounds_readings(t."message_number")),
    array_remove(array[t.tenant_id || ':apiMessagePool', 'company:' || t."entrusted_id", 'employee:*'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_api_message_pool"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_api_message_pool"(array(select a::"api_message_pool" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."message_number", old."entrusted_id", old."is_deleted") is not distinct from (new."message_number", new."entrusted_id", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('apiMessagePool') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_api_message_pool"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "api_message_pool" referencing new table as added for each statement execute function "rounds_search_api_message_pool"();
create trigger keep_search after delete or update of "message_number", "entrusted_id", "is_deleted" on "api_message_pool" for each row execute function "rounds_search_api_message_pool"();

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
  "answered" smallint default 0 not null,
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
  constraint "intent_port_is_known" check (port in ('baiduFace', 'cmbBank', 'contentSafety', 'esign', 'invoiceCheck', 'messagePush', 'shortMessage', 'tencentMeeting', 'tianyancha')),
  constraint "intent_port_call_is_known" check (port_call in ('answerFlow', 'approvalQuery', 'baseInfo', 'cancelMeeting', 'check', 'checkInvoice', 'collect', 'createAccount', 'createFlow', 'createMeeting', 'createSeal', 'elements', 'faceInit', 'faceResult', 'faceSimpler', 'flowStatus', 'getMeeting', 'getRecordFiles', 'internalTransfer', 'listParticipants', 'listRecords', 'pay', 'payQuery', 'push', 'readCard', 'sendText', 'setAccountStatus', 'statement', 'submitForApproval', 'unitClose', 'unitOpen'))
);
create index "intent_code_trgm" on "intent" using gin ("code" gin_trgm_ops);
create unique index "intent_port_request_key_key" on "intent" ("tenant_id", "port", "request_key") where is_deleted = 0;
create index "intent_create_time_id" on "intent" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "intent_code_id" on "intent" ("tenant_id", "code", "id") where is_deleted = 0;
create index "intent_port_create_time_id" on "intent" ("tenant_id", "port", "create_time", "id") where is_deleted = 0;
create index "intent_request_key_create_time_id" on "intent" ("tenant_id", "request_key", "create_time", "id") where is_deleted = 0;
create index "intent_biz_type_create_time_id" on "intent" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
create index "intent_biz_id_create_time_id" on "intent" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
create index "intent_biz_code_create_time_id" on "intent" ("tenant_id", "biz_code", "create_time", "id") where is_deleted = 0;
create index "intent_intent_status_create_time_id" on "intent" ("tenant_id", "intent_status", "create_time", "id") where is_deleted = 0;
select rounds_protect('"intent"');
create or replace function "rounds_search_of_intent"(records "intent"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'intent', t.id, t."biz_type",
    coalesce(left(t."code", 200), ''), null,
    rounds_key(t."code"), null, rounds_terms(t."code", null, rounds_readings(t."code")),
    array_remove(array[t.tenant_id || ':intent'], null)
  from (select * from unnest(records)) t where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_intent"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_intent"(array(select a::"intent" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code", old."biz_type", old."is_deleted") is not distinct from (new."code", new."biz_type", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('intent') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_intent"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "intent" referencing new table as added for each statement execute function "rounds_search_intent"();
create trigger keep_search after delete or update of "code", "biz_type", "is_deleted" on "intent" for each row execute function "rounds_search_intent"();

-- logUsual: General log
create table "log_usual" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "log_level" varchar(10) collate "C",
  "log_id" varchar(64) collate "C",
  "log_data" varchar(4000) collate "C",
  "log_data_en" varchar(4000) collate "C",
  "service_id" varchar(64) collate "C",
  "server_host" varchar(100) collate "C",
  "server_ip" varchar(64) collate "C",
  "env" varchar(20) collate "C",
  "method" varchar(10) collate "C",
  "request_uri" varchar(300) collate "C",
  "user_agent" varchar(300) collate "C",
  "remote_ip" varchar(64) collate "C",
  "method_class" varchar(200) collate "C",
  "method_name" varchar(100) collate "C",
  "params" varchar(4000) collate "C",
  "time" integer,
  "request_id" varchar(64) collate "C",
  "create_by" varchar(64) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "log_usual_pkey" primary key (tenant_id, id),
  constraint "log_usual_has_tenant" check (tenant_id <> '')
);
create index "log_usual_request_uri_trgm" on "log_usual" using gin ("request_uri" gin_trgm_ops);
create index "log_usual_create_time_id" on "log_usual" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "log_usual_service_id_create_time_id" on "log_usual" ("tenant_id", "service_id", "create_time", "id") where is_deleted = 0;
create index "log_usual_request_uri_id" on "log_usual" ("tenant_id", "request_uri", "id") where is_deleted = 0;
select rounds_protect_ledger('"log_usual"');

-- logApi: Request log
create table "log_api" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "type" smallint default 2 not null,
  "title" varchar(200) collate "C",
  "title_en" varchar(200) collate "C",
  "status" integer,
  "service_id" varchar(64) collate "C",
  "server_host" varchar(100) collate "C",
  "server_ip" varchar(64) collate "C",
  "env" varchar(20) collate "C",
  "method" varchar(10) collate "C",
  "request_uri" varchar(300) collate "C",
  "user_agent" varchar(300) collate "C",
  "remote_ip" varchar(64) collate "C",
  "method_class" varchar(200) collate "C",
  "method_name" varchar(100) collate "C",
  "params" varchar(4000) collate "C",
  "time" integer,
  "request_id" varchar(64) collate "C",
  "create_by" varchar(64) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "log_api_pkey" primary key (tenant_id, id),
  constraint "log_api_has_tenant" check (tenant_id <> '')
);
create index "log_api_request_uri_trgm" on "log_api" using gin ("request_uri" gin_trgm_ops);
create index "log_api_create_time_id" on "log_api" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "log_api_service_id_create_time_id" on "log_api" ("tenant_id", "service_id", "create_time", "id") where is_deleted = 0;
create index "log_api_request_uri_id" on "log_api" ("tenant_id", "request_uri", "id") where is_deleted = 0;
create index "log_api_create_by_create_time_id" on "log_api" ("tenant_id", "create_by", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"log_api"');

-- logError: Error log
create table "log_error" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "code" varchar(32) collate "C",
  "exception_name" varchar(200) collate "C",
  "message" varchar(1000) collate "C",
  "line_number" integer,
  "stack_trace" varchar(4000) collate "C",
  "service_id" varchar(64) collate "C",
  "server_host" varchar(100) collate "C",
  "server_ip" varchar(64) collate "C",
  "env" varchar(20) collate "C",
  "method" varchar(10) collate "C",
  "request_uri" varchar(300) collate "C",
  "user_agent" varchar(300) collate "C",
  "remote_ip" varchar(64) collate "C",
  "method_class" varchar(200) collate "C",
  "method_name" varchar(100) collate "C",
  "params" varchar(4000) collate "C",
  "time" integer,
  "request_id" varchar(64) collate "C",
  "create_by" varchar(64) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "log_error_pkey" primary key (tenant_id, id),
  constraint "log_error_has_tenant" check (tenant_id <> '')
);
create index "log_error_request_uri_trgm" on "log_error" using gin ("request_uri" gin_trgm_ops);
create index "log_error_create_time_id" on "log_error" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "log_error_service_id_create_time_id" on "log_error" ("tenant_id", "service_id", "create_time", "id") where is_deleted = 0;
create index "log_error_request_uri_id" on "log_error" ("tenant_id", "request_uri", "id") where is_deleted = 0;
select rounds_protect_ledger('"log_error"');

-- datasource: Data sources
create table "datasource" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "name" varchar(100) collate "C" not null,
  "category" smallint default 1,
  "driver_class" varchar(100) collate "C" default 'org.postgresql.Driver' not null,
  "url" varchar(500) collate "C" not null,
  "username" varchar(64) collate "C",
  "password" text,
  "remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "datasource_pkey" primary key (tenant_id, id),
  constraint "datasource_has_tenant" check (tenant_id <> '')
);
create index "datasource_name_grams" on "datasource" using gin (rounds_grams(tenant_id, "name"));
create index "datasource_driver_class_trgm" on "datasource" using gin ("driver_class" gin_trgm_ops);
create unique index "datasource_name_key" on "datasource" ("tenant_id", rounds_folded("name")) where is_deleted = 0;
create index "datasource_create_time_id" on "datasource" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "datasource_driver_class_id" on "datasource" ("tenant_id", "driver_class", "id") where is_deleted = 0;
select rounds_protect('"datasource"');
create or replace function "rounds_search_of_datasource"(records "datasource"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'datasource', t.id, null,
    coalesce(left(t."name", 200), ''), null,
    rounds_key(t."name"), null, rounds_terms(t."name", null, n.readings),
    array_remove(array[t.tenant_id || ':datasource'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_datasource"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_datasource"(array(select a::"datasource" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."is_deleted") is not distinct from (new."name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('datasource') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_datasource"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "datasource" referencing new table as added for each statement execute function "rounds_search_datasource"();
create trigger keep_search after delete or update of "name", "is_deleted" on "datasource" for each row execute function "rounds_search_datasource"();

-- devModel: Data models
create table "dev_model" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "datasource_id" bigint not null,
  "datasource_name" varchar(100) collate "C",
  "model_name" varchar(100) collate "C" not null,
  "model_code" varchar(64) collate "C" not null,
  "model_table" varchar(64) collate "C" not null,
  "model_class" varchar(100) collate "C",
  "model_remark" varchar(255) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "dev_model_pkey" primary key (tenant_id, id),
  constraint "dev_model_has_tenant" check (tenant_id <> '')
);
create index "dev_model_model_name_grams" on "dev_model" using gin (rounds_grams(tenant_id, "model_name"));
create index "dev_model_model_code_trgm" on "dev_model" using gin ("model_code" gin_trgm_ops);
create index "dev_model_model_table_trgm" on "dev_model" using gin ("model_table" gin_trgm_ops);
create unique index "dev_model_model_code_key" on "dev_model" ("tenant_id", rounds_folded("model_code", false)) where is_deleted = 0;
create index "dev_model_model_code_id" on "dev_model" ("tenant_id", "model_code", "id") where is_deleted = 0;
create index "dev_model_create_time_id" on "dev_model" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "dev_model_model_table_id" on "dev_model" ("tenant_id", "model_table", "id") where is_deleted = 0;
create index "dev_model_datasource_id_create_time_id" on "dev_model" ("tenant_id", "datasource_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"dev_model"');
create or replace function "rounds_search_of_dev_model"(records "dev_model"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'devModel', t.id, null,
    coalesce(left(t."model_name", 200), ''), t."model_code",
    rounds_key(t."model_code"), rounds_key(t."model_name"), rounds_terms(t."model_name", t."model_code", n.readings),
    array_remove(array[t.tenant_id || ':devModel'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."model_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."model_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_dev_model"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_dev_model"(array(select a::"dev_model" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."model_name", old."model_code", old."is_deleted") is not distinct from (new."model_name", new."model_code", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('devModel') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_dev_model"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "dev_model" referencing new table as added for each statement execute function "rounds_search_dev_model"();
create trigger keep_search after delete or update of "model_name", "model_code", "is_deleted" on "dev_model" for each row execute function "rounds_search_dev_model"();

-- modelPrototype: Columns of a model
create table "model_prototype" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "model_id" bigint not null,
  "model_name" varchar(100) collate "C",
  "jdbc_name" varchar(64) collate "C" not null,
  "jdbc_type" varchar(32) collate "C" default 'varchar',
  "jdbc_comment" varchar(200) collate "C",
  "property_type" varchar(32) collate "C" default 'String',
  "property_name" varchar(64) collate "C",
  "is_form" smallint default 1,
  "is_row" smallint default 0,
  "component_type" varchar(32) collate "C" default 'input',
  "dict_code" varchar(64) collate "C",
  "is_required" smallint default 0,
  "is_list" smallint default 1,
  "is_query" smallint default 0,
  "query_type" varchar(32) collate "C",
  "sort" integer default 0 not null,
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "model_prototype_pkey" primary key (tenant_id, id),
  constraint "model_prototype_has_tenant" check (tenant_id <> ''),
  constraint "model_prototype_query_type_is_known" check (query_type in ('equal', 'notequal', 'like', 'ge', 'le'))
);
create index "model_prototype_jdbc_name_trgm" on "model_prototype" using gin ("jdbc_name" gin_trgm_ops);
create index "model_prototype_property_name_trgm" on "model_prototype" using gin ("property_name" gin_trgm_ops);
create index "model_prototype_sort_id" on "model_prototype" ("tenant_id", "sort", "id") where is_deleted = 0;
create index "model_prototype_create_time_id" on "model_prototype" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "model_prototype_jdbc_name_id" on "model_prototype" ("tenant_id", "jdbc_name", "id") where is_deleted = 0;
create index "model_prototype_property_name_id" on "model_prototype" ("tenant_id", "property_name", "id") where is_deleted = 0;
create index "model_prototype_model_id_sort_id" on "model_prototype" ("tenant_id", "model_id", "sort", "id") where is_deleted = 0;
select rounds_protect('"model_prototype"');

-- code: Code generation
create table "code" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "datasource_id" bigint,
  "datasource_name" varchar(100) collate "C",
  "model_id" bigint not null,
  "model_name" varchar(100) collate "C",
  "service_name" varchar(100) collate "C" not null,
  "code_name" varchar(100) collate "C" not null,
  "table_name" varchar(100) collate "C" not null,
  "table_prefix" varchar(100) collate "C",
  "pk_name" varchar(100) collate "C" default 'id',
  "package_name" varchar(100) collate "C" not null,
  "base_mode" smallint default 2,
  "wrap_mode" smallint default 2,
  "api_path" varchar(255) collate "C",
  "web_path" varchar(255) collate "C",
  "template_type" varchar(32) collate "C" default 'crud',
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "code_pkey" primary key (tenant_id, id),
  constraint "code_has_tenant" check (tenant_id <> ''),
  constraint "code_template_type_is_known" check (template_type in ('crud', 'sub', 'tree'))
);
create index "code_code_name_grams" on "code" using gin (rounds_grams(tenant_id, "code_name"));
create index "code_table_name_trgm" on "code" using gin ("table_name" gin_trgm_ops);
create index "code_service_name_trgm" on "code" using gin ("service_name" gin_trgm_ops);
create index "code_package_name_trgm" on "code" using gin ("package_name" gin_trgm_ops);
create index "code_create_time_id" on "code" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "code_table_name_id" on "code" ("tenant_id", "table_name", "id") where is_deleted = 0;
create index "code_service_name_id" on "code" ("tenant_id", "service_name", "id") where is_deleted = 0;
create index "code_package_name_id" on "code" ("tenant_id", "package_name", "id") where is_deleted = 0;
select rounds_protect('"code"');
create or replace function "rounds_search_of_code"(records "code"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'code', t.id, null,
    coalesce(left(t."code_name", 200), ''), null,
    null, rounds_key(t."code_name"), rounds_terms(t."code_name", null, n.readings),
    array_remove(array[t.tenant_id || ':code'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."code_name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."code_name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_code"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_code"(array(select a::"code" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."code_name", old."is_deleted") is not distinct from (new."code_name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('code') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_code"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "code" referencing new table as added for each statement execute function "rounds_search_code"();
create trigger keep_search after delete or update of "code_name", "is_deleted" on "code" for each row execute function "rounds_search_code"();

-- report: Reports
create table "report" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "name" varchar(200) collate "C",
  "content" varchar(20000) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "report_pkey" primary key (tenant_id, id),
  constraint "report_has_tenant" check (tenant_id <> '')
);
create index "report_name_grams" on "report" using gin (rounds_grams(tenant_id, "name"));
create index "report_create_time_id" on "report" ("tenant_id", "create_time", "id") where is_deleted = 0;
select rounds_protect('"report"');
create or replace function "rounds_search_of_report"(records "report"[]) returns void language plpgsql set search_path from current as $$ begin
  insert into "record_search" (tenant_id, resource, id, about, title, note, code_key, name_key, terms, reach)
  select t.tenant_id, 'report', t.id, null,
    coalesce(left(t."name", 200), ''), null,
    null, rounds_key(t."name"), rounds_terms(t."name", null, n.readings),
    array_remove(array[t.tenant_id || ':report'], null)
  from (select * from unnest(records)) t left join (with read as materialized (select name, rounds_readings(name) as readings from (select distinct t."name" as name from (select * from unnest(records)) t) d) select * from read) n on n.name = t."name" where t.is_deleted = 0;
end $$;
create or replace function "rounds_search_report"() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if tg_op = 'INSERT' then perform "rounds_search_of_report"(array(select a::"report" from added a)); return null; end if;
  if tg_op = 'UPDATE' and (old."name", old."is_deleted") is not distinct from (new."name", new."is_deleted") then return null; end if;
  delete from "record_search" s where s.tenant_id = old.tenant_id and s.resource in ('report') and s.id = old.id;
  if tg_op = 'UPDATE' then perform "rounds_search_of_report"(array[new]); end if;
  return null;
end $$;
create trigger keep_search_added after insert on "report" referencing new table as added for each statement execute function "rounds_search_report"();
create trigger keep_search after delete or update of "name", "is_deleted" on "report" for each row execute function "rounds_search_report"();

-- partnerMessage: Partner messages
create table "partner_message" (
  tenant_id varchar(12) collate "C" not null,
  id bigint not null,
  "message_number" varchar(64) collate "C",
  "client_id" bigint,
  "client_name" varchar(50) collate "C",
  "kind" varchar(32) collate "C",
  "biz_type" varchar(64) collate "C",
  "biz_id" varchar(19) collate "C",
  "biz_code" varchar(64) collate "C",
  "entrusted_company_id" bigint,
  "entrusted_company_name" varchar(100) collate "C",
  "create_user" bigint,
  "create_dept" bigint,
  "create_time" timestamptz default now() not null,
  "update_user" bigint,
  "update_time" timestamptz default now() not null,
  "is_deleted" smallint default 0 not null,
  "version" integer default 0 not null,
  constraint "partner_message_pkey" primary key (tenant_id, id),
  constraint "partner_message_has_tenant" check (tenant_id <> ''),
  constraint "partner_message_kind_is_known" check (kind in ('doctor', 'certification', 'invitation', 'bid', 'bidWithdrawal', 'report', 'file', 'attendance', 'planClose', 'plan', 'content'))
);
create unique index "partner_message_client_id_message_number_key" on "partner_message" ("tenant_id", "client_id", "message_number") where is_deleted = 0;
create index "partner_message_create_time_id" on "partner_message" ("tenant_id", "create_time", "id") where is_deleted = 0;
create index "partner_message_message_number_create_time_id" on "partner_message" ("tenant_id", "message_number", "create_time", "id") where is_deleted = 0;
create index "partner_message_client_id_create_time_id" on "partner_message" ("tenant_id", "client_id", "create_time", "id") where is_deleted = 0;
create index "partner_message_kind_create_time_id" on "partner_message" ("tenant_id", "kind", "create_time", "id") where is_deleted = 0;
create index "partner_message_biz_id_create_time_id" on "partner_message" ("tenant_id", "biz_id", "create_time", "id") where is_deleted = 0;
create index "partner_message_biz_type_create_time_id" on "partner_message" ("tenant_id", "biz_type", "create_time", "id") where is_deleted = 0;
select rounds_protect_ledger('"partner_message"');
