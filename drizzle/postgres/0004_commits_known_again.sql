ALTER TABLE "hindsight"."namespaces" ADD COLUMN "recent_commits" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- As expect_revision, under a name: ends the transaction with HS003 when a commit of that name is done already. A proxy that repeats what it
-- believes lost comes within a few commits; 32 are more than writers of one namespace that wait for one another.
CREATE FUNCTION hindsight.expect_commit(wanted text, guard bigint, name text) RETURNS void LANGUAGE plpgsql SET lock_timeout = '8s' AS $$
DECLARE
  held hindsight.namespaces%ROWTYPE;
BEGIN
  INSERT INTO hindsight.namespaces(namespace) VALUES (wanted) ON CONFLICT (namespace) DO NOTHING;
  SELECT * INTO held FROM hindsight.namespaces WHERE namespace = wanted FOR UPDATE;
  IF name = ANY(held.recent_commits) THEN
    RAISE EXCEPTION 'this commit is done' USING ERRCODE = 'HS003';
  END IF;
  IF held.revision <> guard THEN
    RAISE EXCEPTION 'the revision has moved' USING ERRCODE = 'HS001';
  END IF;
  UPDATE hindsight.namespaces SET revision = revision + 1, recent_commits = (name || recent_commits)[1:32] WHERE namespace = wanted;
END $$;
