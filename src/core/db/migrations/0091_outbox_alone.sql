-- What the outbox holds now.
-- Unused since 0090
drop table channel_attempts;
-- Unused since 0090
drop table channel_messages;
-- Unused since 0090
drop table webhook_deliveries;
-- Unused since 0090
drop table signal_deliveries;
