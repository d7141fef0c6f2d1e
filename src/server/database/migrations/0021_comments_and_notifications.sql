-- Comments on records, internal to one side (server/domains/desk/comments.ts): the platform's staff, or the people of one company,
-- fiscal-tax company or provider. side: that of the author when it was written; who stands on another one never reads it.
create table "record_comment" (
  tenant_id varchar(12) not null,
  id bigint not null,
  resource varchar(64) not null,
  record_id bigint not null,
  side varchar(80) not null,
  author_id bigint not null,
  author_name varchar(50) not null,
  body varchar(1000) not null,
  -- ids and names of the people mentioned
  mentions jsonb not null default '[]',
  create_time timestamptz not null default now(),
  -- deleted by its author: the body is emptied, that it stood there stays
  delete_time timestamptz,
  primary key (tenant_id, id)
);
comment on table "record_comment" is 'by hand';
create index record_comment_record on "record_comment" (tenant_id, resource, record_id, id);
select rounds_protect('"record_comment"');

-- What people are notified of (model/wire/notifications/notifications.ts): a kind and its parameters, never a text in some language. once: the same of
-- one cause, so that a replay, or two servers, make no second.
create table "notification" (
  tenant_id varchar(12) not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind varchar(40) not null,
  -- "" and 0: about no record
  resource varchar(64) not null default '',
  record_id bigint not null default 0,
  group_key varchar(160) not null,
  params jsonb not null default '{}',
  once varchar(160) not null,
  read_time timestamptz,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "notification" is 'by hand';
create unique index notification_once on "notification" (tenant_id, user_id, once);
create index notification_user on "notification" (tenant_id, user_id, id);
create index notification_unread on "notification" (tenant_id, user_id, id) where read_time is null;
create index notification_age on "notification" (create_time);
select rounds_protect('"notification"');

-- How far the outbox of a tenant was read for notifications, and up to which moment notices were announced.
create table "notification_place" (
  tenant_id varchar(12) not null,
  place bigint not null,
  id bigint not null,
  announced timestamptz not null default now(),
  primary key (tenant_id)
);
comment on table "notification_place" is 'by hand';
select rounds_protect('"notification_place"');

-- Removal with the user, by whichever statement that is deleted. Comments stay: they are others' to read.
create function rounds_remove_notifications() returns trigger language plpgsql as $$ begin
  delete from "notification" where tenant_id = new.tenant_id and user_id = new.id;
  return null;
end $$;
comment on function rounds_remove_notifications() is 'by hand';
create trigger remove_notifications after update on "user" for each row
  when (old.is_deleted = 0 and new.is_deleted = 1)
  execute function rounds_remove_notifications();
comment on trigger remove_notifications on "user" is 'by hand';
