-- What signing in keeps. No model says these tables; they are written by hand.

-- One row per sign-in (a family of tokens). Ended rows stay until they are swept, so that a replay is still known.
create table "session" (
  tenant_id varchar(12) not null,
  id bigint not null,
  user_id bigint not null,
  client_id varchar(64) not null,
  generation integer not null default 0,
  remote_ip varchar(64) not null default '',
  user_agent varchar(300) not null default '',
  ended_time timestamptz,
  ended_why varchar(32) not null default '',
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);
comment on table "session" is 'by hand';
create index session_by_user on "session" (tenant_id, user_id);

-- Tokens, known by their SHA-256 only. kind a = access, r = refresh. A superseded one is good until grace_until.
-- salt: with the spent refresh token itself it gives the pair that followed (access/tokens.ts), so that tabs which
-- refresh at the same moment get the same pair, and neither the database nor an old token alone gives anything.
create table "session_token" (
  tenant_id varchar(12) not null,
  hash bytea not null,
  session_id bigint not null,
  kind char(1) not null,
  generation integer not null,
  expires timestamptz not null,
  grace_until timestamptz,
  salt bytea,
  primary key (tenant_id, hash),
  constraint session_token_kind check (kind in ('a', 'r'))
);
comment on table "session_token" is 'by hand';
create index session_token_session on "session_token" (tenant_id, session_id, generation);
create index session_token_age on "session_token" (tenant_id, expires);

-- argon2id over what clients send (md5 hex of the password).
create table "user_secret" (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  hash varchar(200) not null,
  update_time timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
comment on table "user_secret" is 'by hand';

-- Failed sign-ins within a while, counted three ways: an account at a place ("pair": the place is an address, or a device
-- that is known for the account), an account at all places, and all accounts at an address. Accounts that do not exist are
-- counted like those that do. A pair waits until wait_until; the other two only make a captcha needed. told: the
-- administrators were told in this window.
create table "login_attempt" (
  tenant_id varchar(12) not null,
  kind varchar(8) not null,
  account varchar(100) not null,
  place varchar(100) not null,
  failures integer not null,
  first_time timestamptz not null default now(),
  last_time timestamptz not null default now(),
  wait_until timestamptz not null default now(),
  told boolean not null default false,
  primary key (tenant_id, kind, account, place),
  constraint login_attempt_kind check (kind in ('pair', 'account', 'address'))
);
comment on table "login_attempt" is 'by hand';

-- Browsers a user has signed in from, known by the SHA-256 of a cookie. Proves nothing: guesses of others do not slow it.
create table "known_device" (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  hash bytea not null,
  create_time timestamptz not null default now(),
  last_use timestamptz not null default now(),
  primary key (tenant_id, user_id, hash)
);
comment on table "known_device" is 'by hand';
create index known_device_hash on "known_device" (tenant_id, hash);

create table "user_role" (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  role_id bigint not null,
  primary key (tenant_id, user_id, role_id)
);
comment on table "user_role" is 'by hand';
create index user_role_role on "user_role" (tenant_id, role_id);

create table "role_menu" (
  tenant_id varchar(12) not null,
  role_id bigint not null,
  menu_id bigint not null,
  primary key (tenant_id, role_id, menu_id)
);
comment on table "role_menu" is 'by hand';

-- Grows whenever who-may-do-what changes in a tenant; every request compares it, so that a change counts at once on
-- every instance.
create table "access_version" (
  tenant_id varchar(12) not null,
  version bigint not null default 1,
  primary key (tenant_id)
);
comment on table "access_version" is 'by hand';

select rounds_protect('"session"');
select rounds_protect('"session_token"');
select rounds_protect('"user_secret"');
select rounds_protect('"login_attempt"');
select rounds_protect('"known_device"');
select rounds_protect('"user_role"');
select rounds_protect('"role_menu"');
select rounds_protect('"access_version"');

-- Tokens of partners' clients, opaque and kept as hashes like those of people, in a table of their own: neither opens what the
-- other does. generation: of the client when it was given; one that has moved on since opens nothing.
create table "client_token" (
  tenant_id varchar(12) not null,
  hash bytea not null,
  client_id bigint not null,
  generation integer not null,
  expires timestamptz not null,
  primary key (tenant_id, hash)
);
comment on table "client_token" is 'by hand';
create index client_token_age on "client_token" (tenant_id, expires);
select rounds_protect('"client_token"');

-- Captchas and client secrets are asked for before anyone has a tenant.
-- code: what the picture shows, empty where only work was asked for. salt, bits: the work (src/model/kernel/proof.ts).
create table "captcha" (
  key uuid not null primary key,
  code varchar(16) not null,
  salt varchar(16) not null,
  bits smallint not null,
  expires timestamptz not null
);
comment on table "captcha" is 'by hand';
create index captcha_age on "captcha" (expires);
select rounds_share('"captcha"');

-- Addresses that were told to solve a captcha although captchas are off: clients that show pictures get one until then.
create table "captcha_wanted" (
  address varchar(100) not null primary key,
  expires timestamptz not null
);
comment on table "captcha_wanted" is 'by hand';
create index captcha_wanted_age on "captcha_wanted" (expires);
select rounds_share('"captcha_wanted"');

create table "client_secret" (
  client_id varchar(64) not null primary key,
  hash bytea not null
);
comment on table "client_secret" is 'by hand';
grant select on "client_secret" to rounds_app;

-- What was used of each limit (http/limits.ts): limit and who in the key, points used in the window that ends at `expire`.
create table "rate_limit" (
  key varchar(255) not null primary key,
  points integer not null,
  expire timestamptz not null
);
comment on table "rate_limit" is 'by hand';
create index rate_limit_age on "rate_limit" (expire);
select rounds_share('"rate_limit"');

create function rounds_access_changed() returns trigger language plpgsql as $$
begin
  insert into "access_version" as v (tenant_id)
    select distinct tenant_id from changed
    on conflict (tenant_id) do update set version = v.version + 1;
  return null;
end $$;
comment on function rounds_access_changed() is 'by hand';

create trigger access_added after insert on "user_role" referencing new table as changed for each statement execute function rounds_access_changed();
create trigger access_changed after update on "user_role" referencing new table as changed for each statement execute function rounds_access_changed();
create trigger access_removed after delete on "user_role" referencing old table as changed for each statement execute function rounds_access_changed();
create trigger access_added after insert on "role_menu" referencing new table as changed for each statement execute function rounds_access_changed();
create trigger access_changed after update on "role_menu" referencing new table as changed for each statement execute function rounds_access_changed();
create trigger access_removed after delete on "role_menu" referencing old table as changed for each statement execute function rounds_access_changed();
create trigger access_added after insert on "role" referencing new table as changed for each statement execute function rounds_access_changed();
create trigger access_changed after update on "role" referencing new table as changed for each statement execute function rounds_access_changed();
create trigger access_removed after delete on "role" referencing old table as changed for each statement execute function rounds_access_changed();
comment on trigger access_added on "role" is 'by hand';
comment on trigger access_changed on "role" is 'by hand';
comment on trigger access_removed on "role" is 'by hand';
