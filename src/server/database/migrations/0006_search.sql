-- Records of all families as the palette finds them. Kept by the triggers `keep_search` of the families' tables (and
-- `keep_search_added`, all rows of a statement at once), which are made from the model (schema/search.ts): whoever writes
-- a record, its row here changes with it or not at all.

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
  if content !~ '[㐀-鿿⺀-⿕]' then return ''; end if;
  foreach one in array string_to_array(rounds_folded(left(content, 64)), null) loop
    select r.syllables into ways from "reading" r where r.ch = one;
    if ways is null then
      continue when one !~ '[0-9a-z]';
      ways := array[one];
    elsif cardinality(wholes) * cardinality(ways) > 4 then
      ways := ways[1:1];
    end if;
    -- most names are read in one way, and have no need of a query to say so
    if cardinality(wholes) = 1 and cardinality(ways) = 1 then
      heads := array[heads[1] || left(ways[1], 1)];
      wholes := array[wholes[1] || ways[1]];
      continue;
    end if;
    select array_agg(t.head || left(w.way, 1)), array_agg(t.whole || w.way) into heads, wholes
      from unnest(heads, wholes) as t(head, whole), unnest(ways) as w(way);
  end loop;
  return array_to_string(array(select distinct term from unnest(heads || wholes) as t(term) order by term), e'\n');
end $$;

-- A name or code as it is looked for: folded. Null where nothing is left.
create function rounds_key(content text) returns text language sql immutable parallel safe as $$
  select nullif(rounds_folded(left(content, 200)), '')
$$;

-- What a record is found by: its name, its code and how the name is read, each between two line ends, so that "begins
-- with" is a piece of the text too. (stable, as concat_ws is: else it would be called for each row instead of being
-- a part of the query.)
create function rounds_terms(title text, code text, readings text) returns text language sql stable parallel safe as $$
  select e'\n' || concat_ws(e'\n', rounds_key(title), rounds_key(code), nullif(readings, '')) || e'\n'
$$;

-- The pieces of such a text that are asked for, each behind its tenant: three characters; two or one where they are not
-- both of ASCII; the first of each line. Half of what rounds_grams makes. (plpgsql: as there.)
create function rounds_pieces(tenant text, content text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  s text := rtrim(lower(content collate "C"), e'\n');
  sep text := e'\x01' || tenant || ':';
  one text := '\1' || sep;
  -- of three and more of ASCII in a row only the ends stand beside another character
  ends text := case when octet_length(s) > length(s)
    then regexp_replace(s, '([\x01-\x7f])[\x01-\x7f]+([\x01-\x7f])', e'\\1\n\\2', 'g') end;
begin
  return array_remove(string_to_array(substr(sep, 2)
    || regexp_replace(s, '\n([^\n])[^\n]*', e'\n' || one, 'g')
    || regexp_replace(s, '(...)', one, 'g') || sep
    || regexp_replace(substr(s, 2), '(...)', one, 'g') || sep
    || regexp_replace(substr(s, 3), '(...)', one, 'g')
    || coalesce(sep || regexp_replace(ends, '(.)', one, 'g')
    || regexp_replace(ends, '(..)', one, 'g') || sep
    || regexp_replace(substr(ends, 2), '(..)', one, 'g'), ''), e'\x01'), tenant || ':');
end $$;

-- `about`: the resource that the record speaks of, where it speaks of one. `reach`: its own resource with the tenant and
-- whose it is (`000000:settlementOrder`; `company:7`; `company:*` where every user of a company reaches it; nothing of a
-- party that reaches none). `plain`: it has nothing but a code of letters and digits, so that trigrams find any piece.
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
  plain boolean generated always as (coalesce(name_key is null and code_key ~ '^[0-9a-z]+$', false)) stored not null,
  primary key (tenant_id, resource, id)
);
comment on table "record_search" is 'by hand';
-- most records have a code alone, and a trigram costs a tenth of a gram
create index record_search_terms on "record_search" using gin (rounds_pieces(tenant_id, terms), reach) where not plain;
create index record_search_pieces on "record_search" using gin (code_key gin_trgm_ops, reach) where plain;
create index record_search_code on "record_search" (tenant_id, code_key, id) where code_key is not null;
create index record_search_name on "record_search" (tenant_id, name_key, id) where name_key is not null;
create index record_search_recent on "record_search" (tenant_id, id desc);

select rounds_protect('"record_search"');
-- only the triggers write, as the owner of the tables
revoke insert, update, delete, truncate on "record_search" from rounds_app;
