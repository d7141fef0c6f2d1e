-- The secret that a user's authenticator app has, encrypted for this user (core/fieldCipher.ts). Not in force before a first
-- code confirmed it, and not to be confirmed for long. last_step: the step of the last code that was accepted, so that each
-- is accepted once, on whichever instance.
create table "user_totp" (
  tenant_id varchar(12) not null,
  user_id bigint not null,
  secret text not null,
  begun_time timestamptz not null default now(),
  confirmed_time timestamptz,
  last_step bigint not null default 0,
  primary key (tenant_id, user_id),
  constraint user_totp_sealed check (secret ~ '^~[A-Za-z0-9_-]{1,16}~')
);
comment on table "user_totp" is 'by hand';
select rounds_protect('"user_totp"');
