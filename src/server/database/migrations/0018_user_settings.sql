-- Settings that users made for themselves (model/wire/settings), so that they are there wherever they sign in. value null: the
-- default again; its row stays for its version, which only grows, so that no change is taken for one made to another value.
create table "user_setting" (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  key varchar(128) not null,
  value jsonb,
  version integer not null default 1,
  update_time timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
comment on table "user_setting" is 'by hand';
select rounds_protect('"user_setting"');

-- Removal with the user, by whichever statement that is deleted.
create function rounds_remove_settings() returns trigger language plpgsql as $$ begin
  delete from "user_setting" where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
comment on function rounds_remove_settings() is 'by hand';
create trigger remove_settings after update on "user" for each row
  when (old.is_deleted = 0 and new.is_deleted = 1)
  execute function rounds_remove_settings();
comment on trigger remove_settings on "user" is 'by hand';
