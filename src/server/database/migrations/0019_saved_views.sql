-- What people show of a list under a name (model/wire/savedView.ts): conditions and order as the address carries them, and columns.
create table "saved_view" (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  list varchar(200) not null,
  name varchar(30) not null,
  search varchar(4000) not null default '',
  columns jsonb not null,
  icon varchar(40) not null,
  key varchar(10) not null default '',
  -- aliases of roles; whoever has none of them does not see it
  roles jsonb not null default '[]',
  -- lists that open with it: 0 none, 1 its owner's, 2 those of the roles
  standing smallint not null default 0 constraint saved_view_standing check (standing in (0, 1, 2)),
  version integer not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "saved_view" is 'by hand';
create unique index saved_view_name on "saved_view" (tenant_id, user_id, list, name);
create unique index saved_view_key on "saved_view" (tenant_id, user_id, key) where key <> '';
create index saved_view_roles on "saved_view" (tenant_id) where roles <> '[]';
select rounds_protect('"saved_view"');

-- Removal with the user, by whichever statement that is deleted.
create function rounds_remove_saved_views() returns trigger language plpgsql as $$ begin
  delete from "saved_view" where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
comment on function rounds_remove_saved_views() is 'by hand';
create trigger remove_saved_views after update on "user" for each row
  when (old.is_deleted = 0 and new.is_deleted = 1)
  execute function rounds_remove_saved_views();
comment on trigger remove_saved_views on "user" is 'by hand';
