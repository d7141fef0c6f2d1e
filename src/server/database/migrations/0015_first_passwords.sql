-- A password that somebody else gave an account: good for one thing, to be exchanged for the owner's own at the first
-- sign-in. Kept encrypted for this user until then, so that who gave it can hand it over.
alter table "user_secret" add column first_sealed text;
alter table "user_secret" add constraint user_secret_first_sealed check (first_sealed ~ '^~[A-Za-z0-9_-]{1,16}~');
