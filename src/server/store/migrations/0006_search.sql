-- Records of all families as the palette finds them. Kept by the triggers `keep_search` of the families' tables, which
-- are made from the model (schema/search.ts): whoever writes a record, its row here changes with it or not at all.

-- How a Chinese character may be read, the likely way first. Filled by 0007_readings.sql.
create table "reading" (
  ch text collate "C" primary key,
  syllables text[] not null
);
comment on table "reading" is 'by hand';
grant select on "reading" to rounds_app;

-- Initials and full pinyin of a name, a line each; with characters that are read in two ways up to four of each. '' for
-- a text without Chinese characters. Latin letters and digits stand for themselves, all else is left out.
create function rounds_readings(content text) returns text language plpgsql stable strict parallel safe as $$
declare
  heads text[] := array[''];
  wholes text[] := array[''];
  one text;
  ways text[];
begin
  if content !~ '[一-鿿]' then return ''; end if;
  foreach one in array string_to_array(left(content, 64), null) loop
    select r.syllables into ways from "reading" r where r.ch = one;
    if ways is null then
      continue when one !~ '[0-9A-Za-z]';
      ways := array[lower(one)];
    elsif cardinality(wholes) * cardinality(ways) > 4 then
      ways := ways[1:1];
    end if;
    select array_agg(t.head || left(w.way, 1)), array_agg(t.whole || w.way) into heads, wholes
      from unnest(heads, wholes) as t(head, whole), unnest(ways) as w(way);
  end loop;
  return array_to_string(array(select distinct term from unnest(heads || wholes) as t(term) order by term), e'\n');
end $$;

-- A name or code as it is looked for: small, without blanks. Null where nothing is left.
create function rounds_key(content text) returns text language sql immutable parallel safe as $$
  select nullif(lower(regexp_replace(left(content, 200), '\s+', '', 'g') collate "C"), '')
$$;

-- What a record is found by: its name, its code and how the name is read, each between two line ends, so that "begins
-- with" is a piece of the text too.
create function rounds_terms(title text, code text) returns text language sql stable parallel safe as $$
  select e'\n' || concat_ws(e'\n', rounds_key(title), rounds_key(code), nullif(rounds_readings(title), '')) || e'\n'
$$;

-- `about`: the resource that the record speaks of, where it speaks of one. `reach`: its own resource and whose it is
-- (`company:7`; `company:*` where every user of a company reaches it; nothing of a party that reaches none).
create table "record_search" (
  tenant_id varchar(12) collate "C" not null,
  resource varchar(64) collate "C" not null,
  id bigint not null,
  about varchar(64) collate "C",
  title text not null,
  note text,
  code_key text collate "C",
  name_key text collate "C",
  terms text collate "C" not null,
  reach text[] collate "C" not null,
  primary key (tenant_id, resource, id)
);
comment on table "record_search" is 'by hand';
create index record_search_terms on "record_search" using gin (rounds_grams(tenant_id, terms), reach);
create index record_search_code on "record_search" (tenant_id, code_key, id) where code_key is not null;
create index record_search_name on "record_search" (tenant_id, name_key, id) where name_key is not null;
create index record_search_recent on "record_search" (tenant_id, id desc);

select rounds_protect('"record_search"');
-- only the triggers write, as the owner of the tables
revoke insert, update, delete, truncate on "record_search" from rounds_app;
