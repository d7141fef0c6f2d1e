-- A locked session serves nothing but its unlocking (domains/administration/access/sessionLock.ts). lock_hash: argon2id of the lock
-- password, which belongs to this session alone; '': it has none.
alter table "session" add column locked_time timestamptz;
alter table "session" add column lock_hash varchar(200) not null default '';
