CREATE SCHEMA "hindsight";
--> statement-breakpoint
CREATE TABLE "hindsight"."api_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"secret_sha256" text NOT NULL,
	"namespace" text COLLATE "C" NOT NULL,
	"scopes" text[] NOT NULL,
	"label" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "hindsight"."lexicon" (
	"namespace" text COLLATE "C" NOT NULL,
	"version_seq" bigint NOT NULL,
	"tokens" bigint[] NOT NULL,
	CONSTRAINT "lexicon_namespace_version_seq_pk" PRIMARY KEY("namespace","version_seq")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."links" (
	"namespace" text COLLATE "C" NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	"occurred_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	CONSTRAINT "links_namespace_key_hash_occurred_at_created_at_id_pk" PRIMARY KEY("namespace","key_hash","occurred_at","created_at","id")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."memories" (
	"namespace" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"layer" text NOT NULL,
	"origin" text,
	"key" text COLLATE "C",
	"key_hash" text COLLATE "C",
	"session_id" text COLLATE "C",
	"identity" text COLLATE "C" NOT NULL,
	"occurred_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"seen_count" integer NOT NULL,
	"access_count" integer NOT NULL,
	"last_accessed_at" bigint,
	"valid_to" bigint,
	"superseded_at" bigint,
	"superseded_by" text COLLATE "C",
	"state" text NOT NULL,
	"swept" boolean DEFAULT false NOT NULL,
	"generation" text,
	"skipped" boolean DEFAULT false NOT NULL,
	CONSTRAINT "memories_namespace_id_pk" PRIMARY KEY("namespace","id")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."memory_tags" (
	"namespace" text COLLATE "C" NOT NULL,
	"tag" text COLLATE "C" NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "memory_tags_namespace_tag_memory_id_pk" PRIMARY KEY("namespace","tag","memory_id")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."namespaces" (
	"namespace" text COLLATE "C" PRIMARY KEY NOT NULL,
	"revision" bigint DEFAULT 0 NOT NULL,
	"target_generation" text
);
--> statement-breakpoint
CREATE TABLE "hindsight"."outbox" (
	"namespace" text COLLATE "C" NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hindsight"."outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"retry_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "outbox_namespace_memory_id_pk" PRIMARY KEY("namespace","memory_id")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."replies" (
	"namespace" text COLLATE "C" NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	"fingerprint" text NOT NULL,
	"reply" text NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "replies_namespace_key_hash_pk" PRIMARY KEY("namespace","key_hash")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."reply_memories" (
	"namespace" text COLLATE "C" NOT NULL,
	"memory_id" text COLLATE "C" NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	CONSTRAINT "reply_memories_namespace_memory_id_key_hash_pk" PRIMARY KEY("namespace","memory_id","key_hash")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."summary_sources" (
	"namespace" text COLLATE "C" NOT NULL,
	"source_id" text COLLATE "C" NOT NULL,
	"summary_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "summary_sources_namespace_source_id_summary_id_pk" PRIMARY KEY("namespace","source_id","summary_id")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."tallies" (
	"namespace" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"total" bigint NOT NULL,
	CONSTRAINT "tallies_namespace_name_pk" PRIMARY KEY("namespace","name")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."tombstone_hashes" (
	"namespace" text COLLATE "C" NOT NULL,
	"content_hash" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	CONSTRAINT "tombstone_hashes_namespace_content_hash_id_pk" PRIMARY KEY("namespace","content_hash","id")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."tombstones" (
	"namespace" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"layer" text NOT NULL,
	"key_hash" text COLLATE "C",
	"occurred_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"forgotten_at" bigint NOT NULL,
	CONSTRAINT "tombstones_namespace_id_pk" PRIMARY KEY("namespace","id")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."versions" (
	"namespace" text COLLATE "C" NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "hindsight"."versions_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"memory_id" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"terms" text NOT NULL,
	"tags" text[] NOT NULL,
	"metadata" json,
	"source" json NOT NULL,
	"version_source" json,
	"reason" text,
	"importance" double precision NOT NULL,
	"volatility" text NOT NULL,
	"expires_at" bigint,
	"recorded_at" bigint NOT NULL,
	"replaced_at" bigint,
	"term_count" integer NOT NULL,
	CONSTRAINT "versions_namespace_seq_pk" PRIMARY KEY("namespace","seq")
);
--> statement-breakpoint
CREATE TABLE "hindsight"."vocabulary" (
	"namespace" text COLLATE "C" NOT NULL,
	"token" bigint NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "vocabulary_namespace_token_pk" PRIMARY KEY("namespace","token")
);
--> statement-breakpoint
CREATE INDEX "api_keys_namespace" ON "hindsight"."api_keys" USING btree ("namespace","id");--> statement-breakpoint
CREATE INDEX "lexicon_tokens" ON "hindsight"."lexicon" USING gin ("tokens") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "memories_identity" ON "hindsight"."memories" USING btree ("namespace","identity");--> statement-breakpoint
CREATE INDEX "memories_creation" ON "hindsight"."memories" USING btree ("namespace","created_at","id");--> statement-breakpoint
CREATE INDEX "memories_state" ON "hindsight"."memories" USING btree ("namespace","state","occurred_at");--> statement-breakpoint
CREATE INDEX "memories_session" ON "hindsight"."memories" USING btree ("namespace","session_id","occurred_at","created_at","id");--> statement-breakpoint
CREATE INDEX "memories_key" ON "hindsight"."memories" USING btree ("namespace","key","occurred_at","created_at","id");--> statement-breakpoint
CREATE INDEX "memories_expiry" ON "hindsight"."memories" USING btree ("namespace","swept","expires_at");--> statement-breakpoint
CREATE INDEX "memories_generation" ON "hindsight"."memories" USING btree ("namespace","swept","generation");--> statement-breakpoint
CREATE INDEX "memory_tags_memory" ON "hindsight"."memory_tags" USING btree ("namespace","memory_id");--> statement-breakpoint
CREATE INDEX "outbox_retry" ON "hindsight"."outbox" USING btree ("namespace","retry_at");--> statement-breakpoint
CREATE INDEX "replies_expiry" ON "hindsight"."replies" USING btree ("namespace","expires_at");--> statement-breakpoint
CREATE INDEX "reply_memories_key" ON "hindsight"."reply_memories" USING btree ("namespace","key_hash");--> statement-breakpoint
CREATE INDEX "summary_sources_summary" ON "hindsight"."summary_sources" USING btree ("namespace","summary_id");--> statement-breakpoint
CREATE INDEX "tombstone_hashes_id" ON "hindsight"."tombstone_hashes" USING btree ("namespace","id");--> statement-breakpoint
CREATE INDEX "tombstones_creation" ON "hindsight"."tombstones" USING btree ("namespace","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "versions_memory" ON "hindsight"."versions" USING btree ("namespace","memory_id","version");