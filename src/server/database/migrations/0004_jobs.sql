-- Background work. No model says these tables; they are written by hand.

-- Work of one piece, done once however many instances there are: whoever holds it runs it. Read across tenants, so it stands
-- outside row security and holds no business data. `due`: from when on a runner may take it, which of a running job is the
-- moment when its lease ends. Attempts count how often it was taken; a job that failed `most` times is a dead letter
-- ('failed') until somebody revives it.
create table "job" (
  tenant_id varchar(12) not null,
  id bigint not null,
  kind varchar(32) not null,
  lane varchar(64) not null,
  key varchar(200),
  payload jsonb not null default '{}',
  state varchar(16) not null default 'queued',
  due timestamptz not null default now(),
  runner varchar(64) not null default '',
  attempts integer not null default 0,
  most integer not null default 3,
  cancel boolean not null default false,
  done integer not null default 0,
  total integer,
  error varchar(1000) not null default '',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint job_state check (state in ('queued', 'running', 'done', 'failed', 'cancelled'))
);
comment on table "job" is 'by hand';
create index job_open on "job" (lane, due, id) where state in ('queued', 'running');
-- one open job a key: what asks for the same work twice gets the one that is there
create unique index job_key on "job" (tenant_id, kind, key) where key is not null and state in ('queued', 'running');
create index job_ended on "job" (update_time) where state in ('done', 'failed', 'cancelled');
select rounds_share('"job"');

-- The last moment each schedule was served. Whoever moves it on adds its jobs in the same transaction.
create table "schedule" (
  id varchar(100) primary key,
  slot timestamptz not null
);
comment on table "schedule" is 'by hand';
select rounds_share('"schedule"');
