-- Takes the lock of a namespace until the transaction ends, making its row when it is the first to come.
CREATE FUNCTION hindsight.lock_namespace(wanted text) RETURNS void LANGUAGE plpgsql SET lock_timeout = '8s' AS $$
BEGIN
  INSERT INTO hindsight.namespaces(namespace) VALUES (wanted) ON CONFLICT (namespace) DO NOTHING;
  PERFORM 1 FROM hindsight.namespaces WHERE namespace = wanted FOR UPDATE;
END $$;
--> statement-breakpoint
-- Takes the lock and moves the revision on; ends the transaction with HS001 when somebody else has moved it since the guard was read.
CREATE FUNCTION hindsight.expect_revision(wanted text, guard bigint) RETURNS void LANGUAGE plpgsql SET lock_timeout = '8s' AS $$
BEGIN
  INSERT INTO hindsight.namespaces(namespace) VALUES (wanted) ON CONFLICT (namespace) DO NOTHING;
  UPDATE hindsight.namespaces SET revision = revision + 1 WHERE namespace = wanted AND revision = guard;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the revision has moved' USING ERRCODE = 'HS001';
  END IF;
END $$;
--> statement-breakpoint
-- Ends the transaction with HS002 when a change named a memory that is not here.
CREATE FUNCTION hindsight.expect_rows(counted bigint, expected bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF counted <> expected THEN
    RAISE EXCEPTION 'a change names a memory that is not here' USING ERRCODE = 'HS002';
  END IF;
END $$;
--> statement-breakpoint
-- What stands for a term in the index: 64 bits over namespace and term, so that no two namespaces share an entry. A namespace holds no space.
CREATE FUNCTION hindsight.token(namespace text, term text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN ('x' || substr(md5(namespace || ' ' || term), 1, 16))::bit(64)::bigint;
--> statement-breakpoint
CREATE FUNCTION hindsight.enter_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hindsight.lexicon(namespace, version_seq, tokens)
    SELECT e.namespace, e.seq, ARRAY(SELECT hindsight.token(e.namespace, w.term) FROM unnest(string_to_array(e.terms, ' ')) AS w(term))
    FROM entered AS e;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION hindsight.withdraw_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM hindsight.lexicon AS l USING withdrawn AS w WHERE l.namespace = w.namespace AND l.version_seq = w.seq;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION hindsight.count_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO hindsight.vocabulary AS v (namespace, token, documents)
      SELECT d.namespace, d.token, count(*) FROM (SELECT DISTINCT e.namespace, e.version_seq, w.token FROM entered AS e CROSS JOIN LATERAL unnest(e.tokens) AS w(token)) AS d
      GROUP BY d.namespace, d.token ORDER BY d.namespace, d.token
      ON CONFLICT (namespace, token) DO UPDATE SET documents = v.documents + excluded.documents;
  ELSE
    UPDATE hindsight.vocabulary AS v SET documents = v.documents - g.documents
      FROM (SELECT d.namespace, d.token, count(*) AS documents
        FROM (SELECT DISTINCT e.namespace, e.version_seq, w.token FROM withdrawn AS e CROSS JOIN LATERAL unnest(e.tokens) AS w(token)) AS d
        GROUP BY d.namespace, d.token) AS g
      WHERE v.namespace = g.namespace AND v.token = g.token;
    DELETE FROM hindsight.vocabulary AS v USING (SELECT DISTINCT e.namespace, w.token FROM withdrawn AS e CROSS JOIN LATERAL unnest(e.tokens) AS w(token)) AS g
      WHERE v.namespace = g.namespace AND v.token = g.token AND v.documents <= 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER versions_entered AFTER INSERT ON hindsight.versions REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.enter_words();
--> statement-breakpoint
CREATE TRIGGER versions_withdrawn AFTER DELETE ON hindsight.versions REFERENCING OLD TABLE AS withdrawn
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.withdraw_words();
--> statement-breakpoint
CREATE TRIGGER lexicon_entered AFTER INSERT ON hindsight.lexicon REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.count_words();
--> statement-breakpoint
CREATE TRIGGER lexicon_withdrawn AFTER DELETE ON hindsight.lexicon REFERENCING OLD TABLE AS withdrawn
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.count_words();
--> statement-breakpoint
-- The names under which a row counts.
CREATE FUNCTION hindsight.tallied(layer text, state text, swept boolean, generation text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT layer || '/' || state
  UNION ALL SELECT 'unswept' WHERE NOT swept
  UNION ALL SELECT 'generation/' || generation WHERE generation IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION hindsight.tally_memories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO hindsight.tallies AS t (namespace, name, total)
      SELECT e.namespace, n.name, count(*) FROM entered AS e CROSS JOIN LATERAL hindsight.tallied(e.layer, e.state, e.swept, e.generation) AS n(name)
      GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (namespace, name) DO UPDATE SET total = t.total + excluded.total;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO hindsight.tallies AS t (namespace, name, total)
      SELECT w.namespace, n.name, -count(*) FROM withdrawn AS w CROSS JOIN LATERAL hindsight.tallied(w.layer, w.state, w.swept, w.generation) AS n(name)
      GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (namespace, name) DO UPDATE SET total = t.total + excluded.total;
  ELSE
    INSERT INTO hindsight.tallies AS t (namespace, name, total)
      SELECT c.namespace, c.name, sum(c.change) FROM (
        SELECT e.namespace, n.name, 1 AS change FROM entered AS e CROSS JOIN LATERAL hindsight.tallied(e.layer, e.state, e.swept, e.generation) AS n(name)
        UNION ALL SELECT w.namespace, n.name, -1 FROM withdrawn AS w CROSS JOIN LATERAL hindsight.tallied(w.layer, w.state, w.swept, w.generation) AS n(name)) AS c
      GROUP BY 1, 2 HAVING sum(c.change) <> 0 ORDER BY 1, 2 ON CONFLICT (namespace, name) DO UPDATE SET total = t.total + excluded.total;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memories_entered AFTER INSERT ON hindsight.memories REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.tally_memories();
--> statement-breakpoint
CREATE TRIGGER memories_withdrawn AFTER DELETE ON hindsight.memories REFERENCING OLD TABLE AS withdrawn
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.tally_memories();
--> statement-breakpoint
CREATE TRIGGER memories_changed AFTER UPDATE ON hindsight.memories REFERENCING OLD TABLE AS withdrawn NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.tally_memories();
--> statement-breakpoint
CREATE FUNCTION hindsight.tally_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO hindsight.tallies AS t (namespace, name, total)
      SELECT e.namespace, n.name, sum(n.change) FROM entered AS e CROSS JOIN LATERAL (VALUES ('documents', 1), ('terms', e.term_count)) AS n(name, change)
      GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (namespace, name) DO UPDATE SET total = t.total + excluded.total;
  ELSE
    INSERT INTO hindsight.tallies AS t (namespace, name, total)
      SELECT w.namespace, n.name, -sum(n.change) FROM withdrawn AS w CROSS JOIN LATERAL (VALUES ('documents', 1), ('terms', w.term_count)) AS n(name, change)
      GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (namespace, name) DO UPDATE SET total = t.total + excluded.total;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER versions_entered_tally AFTER INSERT ON hindsight.versions REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.tally_versions();
--> statement-breakpoint
CREATE TRIGGER versions_withdrawn_tally AFTER DELETE ON hindsight.versions REFERENCING OLD TABLE AS withdrawn
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.tally_versions();
--> statement-breakpoint
CREATE FUNCTION hindsight.tally_tombstones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO hindsight.tallies AS t (namespace, name, total)
      SELECT e.namespace, e.layer || '/forgotten', count(*) FROM entered AS e
      GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (namespace, name) DO UPDATE SET total = t.total + excluded.total;
  ELSE
    INSERT INTO hindsight.tallies AS t (namespace, name, total)
      SELECT w.namespace, w.layer || '/forgotten', -count(*) FROM withdrawn AS w
      GROUP BY 1, 2 ORDER BY 1, 2 ON CONFLICT (namespace, name) DO UPDATE SET total = t.total + excluded.total;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tombstones_entered AFTER INSERT ON hindsight.tombstones REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.tally_tombstones();
--> statement-breakpoint
CREATE TRIGGER tombstones_withdrawn AFTER DELETE ON hindsight.tombstones REFERENCING OLD TABLE AS withdrawn
  FOR EACH STATEMENT EXECUTE FUNCTION hindsight.tally_tombstones();
--> statement-breakpoint
-- Rows whose counters move often keep room beside them, so that an update stays on its page and touches no index.
ALTER TABLE hindsight.memories SET (fillfactor = 85);
--> statement-breakpoint
ALTER TABLE hindsight.namespaces SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE hindsight.tallies SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE hindsight.vocabulary SET (fillfactor = 80);
--> statement-breakpoint
-- Dead rows hold the words of what was forgotten until they are vacuumed: soon, whatever the size of the table.
ALTER TABLE hindsight.versions SET (autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0.0);
--> statement-breakpoint
ALTER TABLE hindsight.replies SET (autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0.0);
