-- Which deleted thread a lease was of: each start under a lease of no live one asks.

CREATE INDEX threads_deleted_by_lease ON threads(lease_id) WHERE deleted_at IS NOT NULL;
