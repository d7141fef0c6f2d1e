-- Whose activity an event is about: employees hear of their own.
alter table "outbox" add column employee bigint;
