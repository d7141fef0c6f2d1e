-- Exports of saved views at times that a person set (model/wire/viewSchedule.ts): one of each view and person. What a run may hold is
-- decided at the run, with the rights that its person has then.
create table "view_schedule" (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  view_id bigint not null,
  -- name and list of the view as its person saw them last
  view_name varchar(30) not null,
  list varchar(200) not null,
  cron varchar(100) not null,
  format varchar(4) not null,
  -- of the file and of its name
  language varchar(2) not null,
  -- 0 active, 1 paused by its person, 2 stopped by itself for the reason `why`
  state smallint not null default 0 constraint view_schedule_state check (state in (0, 1, 2)),
  why varchar(20) not null default '',
  -- null unless active
  next_time timestamptz constraint view_schedule_next check ((next_time is null) = (state <> 0)),
  -- the latest run: when it was due, 0 none yet, 1 running, 2 done, 3 failed, and the export that it makes
  last_time timestamptz,
  last_state smallint not null default 0 constraint view_schedule_last check (last_state in (0, 1, 2, 3)),
  last_total integer not null default 0,
  last_error jsonb,
  export_id bigint,
  version integer not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "view_schedule" is 'by hand';
create unique index view_schedule_view on "view_schedule" (tenant_id, user_id, view_id);
create index view_schedule_of_view on "view_schedule" (tenant_id, view_id);
create index view_schedule_due on "view_schedule" (next_time) where next_time is not null;
select rounds_protect('"view_schedule"');

-- Files of schedules: kept longer than those that somebody waits for, the newest ones of each.
create table "scheduled_file" (
  tenant_id varchar(12) not null,
  export_id bigint not null,
  schedule_id bigint not null,
  until timestamptz not null,
  primary key (tenant_id, export_id)
);
create index scheduled_file_of_schedule on "scheduled_file" (tenant_id, schedule_id);
comment on table "scheduled_file" is 'by hand';
select rounds_protect('"scheduled_file"');

-- Schedules of a removed user go, by whichever statement that is deleted.
create function rounds_remove_view_schedules() returns trigger language plpgsql as $$ begin
  delete from "view_schedule" where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
comment on function rounds_remove_view_schedules() is 'by hand';
create trigger remove_view_schedules after update on "user" for each row
  when (old.is_deleted = 0 and new.is_deleted = 1)
  execute function rounds_remove_view_schedules();
comment on trigger remove_view_schedules on "user" is 'by hand';

-- A view that is deleted ends its schedules: its owner's go with it, those of others stop and say why.
create function rounds_end_view_schedules() returns trigger language plpgsql as $$ begin
  delete from "view_schedule" where tenant_id = old.tenant_id and view_id = old.id and user_id = old.user_id;
  update "view_schedule" set state = 2, why = 'viewGone', next_time = null, version = version + 1, update_time = now()
   where tenant_id = old.tenant_id and view_id = old.id;
  return null;
end $$;
comment on function rounds_end_view_schedules() is 'by hand';
create trigger end_view_schedules after delete on "saved_view" for each row execute function rounds_end_view_schedules();
comment on trigger end_view_schedules on "saved_view" is 'by hand';
