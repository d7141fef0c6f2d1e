-- What takes an account away ends its sessions for good, by whichever statement it happens: a session that is only hidden
-- while an account is disabled would be back, with whoever stole it, when the account is.
create function rounds_end_sessions() returns trigger language plpgsql as $$ begin
  update "session" set ended_time = now(), ended_why = tg_argv[0]
    where tenant_id = new.tenant_id and user_id = new.id and ended_time is null;
  return null;
end $$;
comment on function rounds_end_sessions() is 'by hand';
create trigger end_sessions after update on "user" for each row
  when ((old.status = 1 and new.status <> 1) or (old.is_deleted = 0 and new.is_deleted = 1))
  execute function rounds_end_sessions('account disabled');
comment on trigger end_sessions on "user" is 'by hand';
