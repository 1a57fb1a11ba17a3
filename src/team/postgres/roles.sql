-- The roles, which belong to the whole server: pawl_store owns the tables and can't log in, pawl_member may call the
-- functions. The role that runs this needs CREATEROLE, and CREATE on the database.
DO $roles$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pawl_store') THEN CREATE ROLE pawl_store NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pawl_member') THEN CREATE ROLE pawl_member NOLOGIN; END IF;
  IF NOT pg_has_role(current_user, 'pawl_store', 'USAGE') THEN GRANT pawl_store TO CURRENT_USER; END IF;
  IF NOT pg_has_role(session_user, 'pawl_member', 'USAGE') THEN GRANT pawl_member TO SESSION_USER; END IF;
END $roles$;
CREATE SCHEMA IF NOT EXISTS pawl AUTHORIZATION pawl_store;
