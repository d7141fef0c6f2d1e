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

-- Makes the makers of a record true again after `way` happened to it, where its resource has any. Called by the triggers
-- below alone, which do so as the owner. An id that no record can have is nobody's.
create function rounds_made(of_tenant text, of_resource text, of_record text, way text) returns void language plpgsql as $$
begin
  if (case when of_record ~ '^[0-9]{1,19}$' then of_record::numeric <= 9223372036854775807 else false end)
    and to_regprocedure(format('%I(text, bigint[], text)', 'rounds_makers_' || of_resource)) is not null then
    execute format('select %I($1, array[$2::bigint], $3)', 'rounds_makers_' || of_resource) using of_tenant, of_record, way;
  end if;
end $$;
revoke execute on function rounds_made(text, text, text, text) from public;

-- `took`: a user's transitions, as the history has them. History and audit trail are ledgers: rows are added and never change.
create function rounds_made_by_step() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform rounds_made(new.tenant_id, new.biz_type, new.biz_id, 'took.' || new.action);
  return null;
end $$;
create trigger keep_makers_by_step after insert on "approval_history" for each row when (new.operator_id is not null) execute function rounds_made_by_step();
comment on trigger keep_makers_by_step on "approval_history" is 'by hand';

-- `edited`: what users changed, as the audit trail has it; `requested`: what they asked for that a second person agreed to
-- (1, a state that nothing leads out of).
create function rounds_made_by_edit() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform rounds_made(new.tenant_id, new.resource, new.record_id::text, 'edited');
  return null;
end $$;
create trigger keep_makers_by_edit after insert on "audit_trail" for each row when (new.action = 'edit') execute function rounds_made_by_edit();

create function rounds_made_by_request() returns trigger language plpgsql security definer set search_path from current as $$ begin
  perform rounds_made(new.tenant_id, new.biz_type, new.biz_id, 'requested');
  return null;
end $$;
create trigger keep_makers_by_request after insert or update of request_status on "change_request" for each row when (new.request_status = 1) execute function rounds_made_by_request();
comment on trigger keep_makers_by_request on "change_request" is 'by hand';
