-- Views of a removed user: what is shared stays with its roles, for whoever administers them to take over; the rest goes.
create or replace function rounds_remove_saved_views() returns trigger language plpgsql as $$ begin
  delete from "saved_view" where tenant_id = new.tenant_id and user_id = new.id and roles = '[]';
  update "saved_view" set key = '', standing = case standing when 1 then 0 else standing end, version = version + 1, update_time = now()
   where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
