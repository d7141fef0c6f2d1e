-- Names of the keys that values of this database are encrypted with, and what only the same key says of itself. Neither tells
-- the key.
create table "encryption_key" (
  name varchar(16) not null primary key,
  proof varchar(64) not null,
  create_time timestamptz not null default now()
);
comment on table "encryption_key" is 'by hand';
grant select on "encryption_key" to rounds_app;
