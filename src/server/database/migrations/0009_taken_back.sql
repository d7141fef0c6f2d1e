-- The batch that a batch takes back.
alter table "batch" add column takes_back bigint;
