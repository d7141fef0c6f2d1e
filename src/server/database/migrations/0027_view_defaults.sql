-- Saved views that a list opens with for the people of a role, or for everybody (role '*'), as administrators set them: one of a list
-- and role. Whose own default there is comes before (server/domains/desk/savedViews.ts).
create table "view_default" (
  tenant_id varchar(12) not null,
  list varchar(200) not null,
  role varchar(50) not null,
  view_id bigint not null,
  create_time timestamptz not null default now(),
  primary key (tenant_id, list, role)
);
comment on table "view_default" is 'by hand';
create index view_default_view on "view_default" (tenant_id, view_id);
select rounds_protect('"view_default"');

-- Views whose owner had them open the lists of their roles: of several of one role and list the latest.
insert into "view_default" (tenant_id, list, role, view_id)
  select distinct on (v.tenant_id, v.list, r.role) v.tenant_id, v.list, r.role, v.id
  from "saved_view" v, jsonb_array_elements_text(v.roles) r (role) where v.standing = 2
  order by v.tenant_id, v.list, r.role, v.update_time desc, v.id desc;
update "saved_view" set standing = 0, version = version + 1 where standing = 2;
alter table "saved_view" drop constraint saved_view_standing, add constraint saved_view_standing check (standing in (0, 1));

-- A view is the default of those alone who may read it: not of a role that it is no longer shared with, not of another list, and not
-- once it is deleted. By whichever statement that happens.
create function rounds_end_view_defaults() returns trigger language plpgsql as $$ begin
  delete from "view_default" d where d.tenant_id = old.tenant_id and d.view_id = old.id
    and (tg_op = 'DELETE' or d.list <> new.list or not (new.roles ? d.role or new.roles ? '*'));
  return null;
end $$;
comment on function rounds_end_view_defaults() is 'by hand';
create trigger end_view_defaults after update or delete on "saved_view" for each row execute function rounds_end_view_defaults();
comment on trigger end_view_defaults on "saved_view" is 'by hand';
