-- Names of the keys that values of this database are encrypted with, and what only the same key says of itself. Neither tells
-- the key.
create table "encryption_key" (
  name varchar(16) not null primary key,
  proof varchar(64) not null,
  create_time timestamptz not null default now()
);
comment on table "encryption_key" is 'by hand';
grant select on "encryption_key" to rounds_app;

-- Instances that live, each with the key it encrypts with and those it can read (store/keys/instances.ts).
create table "instance_key" (
  instance varchar(64) not null primary key,
  in_use varchar(16) not null,
  known text[] not null,
  seen timestamptz not null default now()
);
comment on table "instance_key" is 'by hand';
