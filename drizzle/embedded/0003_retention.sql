ALTER TABLE `memories` ADD `swept_at` integer;--> statement-breakpoint
CREATE INDEX `memories_retention` ON `memories` (`swept_at`);--> statement-breakpoint
UPDATE `memories` SET `swept_at` = `expires_at` WHERE `swept` = 1;
