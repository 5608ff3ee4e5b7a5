ALTER TABLE "hindsight"."memories" ADD COLUMN "swept_at" bigint;--> statement-breakpoint
CREATE INDEX "memories_retention" ON "hindsight"."memories" USING btree ("namespace","swept_at");--> statement-breakpoint
UPDATE "hindsight"."memories" SET "swept_at" = "expires_at" WHERE "swept";
