-- Who the makers of records are (store/schema/makers.ts): one row for each user and each way in which they are one. What
-- a list marks and filters by; a decision looks at the records themselves.
create table "record_maker" (
  tenant_id varchar(12) collate "C" not null,
  resource varchar(64) collate "C" not null,
  user_id bigint not null,
  record_id bigint not null,
  how varchar(130) collate "C" not null,
  primary key (tenant_id, resource, user_id, record_id, how)
);
comment on table "record_maker" is 'by hand';
create index record_maker_record on "record_maker" (tenant_id, resource, record_id);
select rounds_protect('"record_maker"');
-- only the triggers write, as the owner of the tables
revoke insert, update, delete, truncate on "record_maker" from rounds_app;

-- Makes the makers of records true again after `way` happened to them, where their resource has any; `fields`: what edits
-- changed, else null. Called by the triggers below alone, which do so as the owner, once for all rows of a statement: a batch
-- writes one record hundreds of times.
create function rounds_made(of_tenant text, of_resource text, ids bigint[], way text, fields text[]) returns void language plpgsql as $$
begin
  if to_regprocedure(format('%I(text, bigint[], text, text[])', 'rounds_makers_' || of_resource)) is not null then
    execute format('select %I($1, $2, $3, $4)', 'rounds_makers_' || of_resource) using of_tenant, ids, way, fields;
  end if;
end $$;
revoke execute on function rounds_made(text, text, bigint[], text, text[]) from public;

-- The id in a text; null for one that no record can have, which is nobody's.
create function rounds_record_id(said text) returns bigint language sql immutable as $$
  select case when said ~ '^[0-9]{1,19}$' and said::numeric <= 9223372036854775807 then said::bigint end
$$;

-- `took`: a user's transitions, as the history has them. History and audit trail are ledgers: rows are added and never change.
create function rounds_made_by_step() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform rounds_made(a.tenant_id, a.biz_type, a.ids, 'took.' || a.action, null)
    from (select tenant_id, biz_type, action, array_agg(distinct rounds_record_id(biz_id)) as ids from added
      where operator_id is not null and rounds_record_id(biz_id) is not null group by 1, 2, 3) a;
  return null;
end $$;
create trigger keep_makers_by_step after insert on "approval_history" referencing new table as added for each statement execute function rounds_made_by_step();
comment on trigger keep_makers_by_step on "approval_history" is 'by hand';

-- `edited`: what users changed, as the audit trail has it; `requested`: what they asked for that a second person agreed to
-- (1, a state that nothing leads out of).
create function rounds_made_by_edit() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform rounds_made(a.tenant_id, a.resource, a.ids, 'edited', a.fields)
    from (select n.tenant_id, n.resource, array_agg(distinct n.record_id) as ids, array_agg(distinct d ->> 'field') as fields
      from added n, jsonb_array_elements(n.diff) d where n.action = 'edit' group by 1, 2) a;
  return null;
end $$;
create trigger keep_makers_by_edit after insert on "audit_trail" referencing new table as added for each statement execute function rounds_made_by_edit();

create function rounds_made_by_request() returns trigger language plpgsql security definer set search_path from current as $$ begin
  if rounds_record_id(new.biz_id) is not null then
    perform rounds_made(new.tenant_id, new.biz_type, array[rounds_record_id(new.biz_id)], 'requested', null);
  end if;
  return null;
end $$;
create trigger keep_makers_by_request after insert or update of request_status on "change_request" for each row when (new.request_status = 1) execute function rounds_made_by_request();
comment on trigger keep_makers_by_request on "change_request" is 'by hand';
